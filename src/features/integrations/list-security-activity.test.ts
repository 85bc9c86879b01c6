import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { typedEmail, typedStripe } from '../../../test/support/fixtures/integration-settings.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { listSecurityActivity, saveEmail, saveStripe } from './contract.ts'
import { openEmailAccount, openStripeKeys, openWebhookSecret } from './own-accounts.ts'

let app: TestApp
let cookie: string
let businessId: string
let userId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn({ name: 'Test Owner' })
  cookie = person.cookie
  businessId = person.session.business.id
  userId = person.session.user.id
})

const read = async (cursor?: string) => {
  const query = cursor === undefined ? {} : { cursor }
  return answerOf(listSecurityActivity, await app.send(listSecurityActivity, { query }, { cookie }))
}

/** Straight into the table: so many entries come together only over time. */
function note(secret: string, count: number, spread: string) {
  return withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into secret_accesses (business_id, secret, reason, created_at)
       select $1, $2, 'Entry ' || n, now() - n * $4::interval from generate_series(1, $3::int) n`,
      [businessId, secret, count, spread],
    ),
  )
}

/** Sensitive changes among them, of the very same moments. */
function noteChanges(count: number, spread: string) {
  return withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into account_activity (business_id, kind, detail, created_at)
       select $1, 'data-exported', 'Entry ' || n, now() - n * $3::interval from generate_series(1, $2::int) n`,
      [businessId, count, spread],
    ),
  )
}

test('says what was read, by whom, what for and when, newest first', async () => {
  const headers = {
    'x-forwarded-for': '203.0.113.7',
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  await app.send(saveStripe, { body: typedStripe }, { cookie, headers })
  await app.send(saveEmail, { body: typedEmail }, { cookie, headers })
  const tried = { userId, reason: 'To test the connection' }
  await openStripeKeys(app.deps, businessId, tried)
  await openWebhookSecret(app.deps, businessId, tried)
  await openEmailAccount(app.deps, businessId, { userId: null, reason: 'To send an invoice' })
  await openEmailAccount(app.deps, businessId, { userId: randomUUID(), reason: 'To look' })
  const { entries, nextCursor } = await read()
  expect(nextCursor).toBeNull()
  const summaries = entries.map(({ what, who, detail }) => [what, who, detail])
  expect(summaries.slice(0, 2)).toEqual([
    ['Email password', 'A former user', 'To look'],
    ['Email password', 'Millrace', 'To send an invoice'],
  ])
  expect(summaries.slice(2, 4).toSorted()).toEqual([
    ['Stripe secret key', 'Test Owner', 'To test the connection'],
    ['Stripe signing secret', 'Test Owner', 'To test the connection'],
  ])
  // Below them what was changed, and from where.
  expect(
    entries.slice(4).map(({ type, what, detail, who, from }) => [type, what, detail, who, from]),
  ).toEqual([
    [
      'change',
      'Account saved',
      'Email: billing@example.com, smtp.example.com:587',
      'Test Owner',
      'Firefox on Windows, 203.0.113.7',
    ],
    ['change', 'Account saved', 'Stripe: pk_test_own1', 'Test Owner', 'Firefox on Windows, 203.0.113.7'],
  ])
  for (const { at } of entries) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(600_000)
})

test('what has no name of its own yet is called by its column', async () => {
  await note('elsewhere.account_number', 1, '1 second')
  expect((await read()).entries[0]?.what).toBe('account_number')
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(`insert into account_activity (business_id, kind) values ($1, 'of-a-newer-version')`, [
      businessId,
    ]),
  )
  expect((await read()).entries[0]).toMatchObject({ what: 'of-a-newer-version', who: 'Millrace', from: null })
})

test('another business reads its own alone, and nobody can change what is noted', async () => {
  await note('integrations.email_password', 1, '1 second')
  await noteChanges(1, '1 second')
  const other = await app.signUpAndIn()
  const theirs = await app.send(listSecurityActivity, { query: {} }, { cookie: other.cookie })
  expect(await answerOf(listSecurityActivity, theirs)).toEqual({ entries: [], nextCursor: null })
  for (const statement of [
    'delete from secret_accesses',
    `update secret_accesses set reason = ''`,
    'delete from account_activity',
    `update account_activity set detail = ''`,
    'truncate account_activity',
  ]) {
    const attempt = withTenant(app.database, businessId, ({ client }) => client.query(statement))
    await expect(attempt).rejects.toThrow('permission denied')
  }
})

describe('paging', () => {
  test.each([
    ['a second apart', '1 second'],
    ['a microsecond apart', '1 microsecond'],
    ['of the same moment', '0 seconds'],
  ])('visits each of 120 entries %s exactly once', async (_, spread) => {
    await note('integrations.email_password', 60, spread)
    await noteChanges(60, spread)
    const pages = [await read()]
    while (pages.at(-1)?.nextCursor) pages.push(await read(pages.at(-1)?.nextCursor ?? ''))
    expect(pages.map(({ entries }) => entries.length)).toEqual([50, 50, 20])
    const all = pages.flatMap(({ entries }) => entries)
    expect(new Set(all.map(({ id }) => id)).size).toBe(120)
    const order = all.map(({ at, id }) => `${at} ${id}`)
    expect(order).toEqual(order.toSorted().toReversed())
  })

  test('exactly one page has no other', async () => {
    await note('integrations.email_password', 50, '1 second')
    expect(await read()).toMatchObject({ nextCursor: null })
  })

  test('what is no place in the list is refused', async () => {
    const id = randomUUID()
    for (const text of [
      'nonsense',
      `2026-02-30T10:00:00.000000Z ${id}`,
      `2026-02-03T25:00:00.000000Z ${id}`,
      `0000-02-03T10:00:00.000000Z ${id}`,
      `2026-02-03T10:00:00.000000Z ' or true`,
    ]) {
      const query = { cursor: Buffer.from(text).toString('base64url') }
      const response = await app.send(listSecurityActivity, { query }, { cookie })
      expect(response.status).toBe(422)
      expect(await problemOf(response)).toMatchObject({
        fields: { cursor: 'This isn’t a valid position in the list.' },
      })
    }
  })
})
