import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, signUpForBanks } from '../../../../test/support/fixtures/banking.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { createFakeBank, genuine } from '../../../../test/support/providers/fake-bank.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { bankLinks, unattachedBankItems } from '../../../platform/db/tables/banking.ts'
import { receivePlaidEvent } from '../contract.ts'
import { enqueueDueItems } from '../tend-items.ts'
import { checkLink } from './finish-bank-link.ts'
import { removeItem } from './unattached-items.ts'

const own = createFakeBank({ environment: 'sandbox' })
const minute = 60_000
let app: TestApp
let owner: BankOwner
let now: Date
beforeAll(async () => {
  app = await createTestApp({ connectOwnBanks: () => own.provider, now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  own.mend()
  own.hooks.clear()
  own.calls.length = 0
  owner = await signUpForBanks(app)
  await owner.saveKeys()
  await setPlan(app, owner.businessId, 'pro')
})

const letPass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const link = async (id: string) =>
  (await owner.inTenant(({ db }) => db.select().from(bankLinks))).find((row) => row.id === id)!
const loose = () => owner.inTenant(({ db }) => db.select().from(unattachedBankItems))
const check = (linkId: string) => checkLink(app.deps, { businessId: owner.businessId, linkId })
const lastToken = () => [...own.links.keys()].at(-1)!

async function jobsOf(name: string, linkId: string): Promise<number> {
  const { rows } = await app.database.platform.query(
    `select count(*)::int from pgboss.job where name = $1 and data ->> 'linkId' = $2`,
    [name, linkId],
  )
  return rows[0].count
}

const deliver = (body: object, signature = genuine) =>
  app.app.request(receivePlaidEvent.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'plaid-verification': signature },
    body: JSON.stringify(body),
  })

test('whoever does not come back from the page has the bank all the same', async () => {
  const { id } = await owner.started()
  own.finishLink('chase')
  expect(await jobsOf('check-bank-link', id)).toBe(0)
  letPass(5 * minute)
  await enqueueDueItems(app.deps)
  expect(await jobsOf('check-bank-link', id)).toBe(1)
  // A job is already waiting.
  await enqueueDueItems(app.deps)
  expect(await jobsOf('check-bank-link', id)).toBe(1)
  await check(id)
  expect(await owner.connectionRows()).toMatchObject([{ institutionName: 'Chase', createdBy: owner.userId }])
  expect(await link(id)).toMatchObject({ finishedAt: expect.any(Date), nextCheckAt: null })
  expect((await owner.finished(id)).outcome).toBe('connected')
  expect(own.callsOf('exchange')).toHaveLength(1)
  expect(await loose()).toEqual([])
})

test('a link that leads to nothing is asked for often enough, and given up after its end', async () => {
  const { id } = await owner.started()
  let checks = 0
  for (let at = (await link(id)).nextCheckAt; at; at = (await link(id)).nextCheckAt) {
    // A public token is valid for half an hour.
    expect(at.getTime() - now.getTime()).toBeLessThan(20 * minute)
    now = at
    await check(id)
    checks += 1
    expect(checks).toBeLessThan(50)
  }
  expect(now.getTime()).toBeGreaterThan((await link(id)).expiresAt.getTime())
  const asked = own.callsOf('readLink').length
  await check(id)
  expect(own.callsOf('readLink')).toHaveLength(asked)
})

test('a webhook that names the link has it looked at, and nothing in it is believed', async () => {
  const { id } = await owner.started()
  const linkToken = lastToken()
  const reported = { link_token: linkToken, linkToken, itemId: null, kind: 'link', code: 'SESSION_FINISHED' }
  expect((await problemOf(await deliver(reported, 'forged'))).code).toBe('INVALID_SIGNATURE')
  expect((await problemOf(await deliver({ ...reported, linkToken: 'another' }))).code).toBe(
    'INVALID_SIGNATURE',
  )
  expect(await jobsOf('check-bank-link', id)).toBe(0)
  expect((await deliver({ ...reported, public_tokens: ['public-made-up'] })).status).toBe(200)
  expect(await jobsOf('check-bank-link', id)).toBe(1)
  await check(id)
  expect(own.callsOf('exchange')).toEqual([])
  const unknown = { ...reported, link_token: 'link-unknown', linkToken: 'link-unknown' }
  expect((await deliver(unknown)).status).toBe(200)
})

test('the return, the webhook and the job at once exchange the public token once', async () => {
  const { id } = await owner.started()
  own.finishLink('chase')
  await Promise.all([owner.finish(id), check(id), check(id), owner.finish(id), check(id)])
  expect((await owner.finished(id)).outcome).toBe('connected')
  expect(own.callsOf('exchange')).toHaveLength(1)
  expect(await owner.connectionRows()).toHaveLength(1)
})

test('a process that dies after the exchange leaves the item to the next, which finishes it', async () => {
  const { id } = await owner.started()
  own.finishLink('chase')
  own.hooks.set('readItem', () => {
    throw new Error('killed')
  })
  expect((await owner.finish(id)).status).toBe(500)
  expect(await loose()).toMatchObject([{ itemId: own.lastItem().itemId, isEnding: false, linkId: id }])
  own.hooks.clear()
  letPass(5 * minute)
  await check(id)
  expect(await owner.connectionRows()).toMatchObject([{ itemId: own.lastItem().itemId }])
  expect(own.callsOf('exchange')).toHaveLength(1)
  expect(await loose()).toEqual([])
})

test('an item that nobody finishes is removed at the aggregator, and no connection takes it then', async () => {
  const { id } = await owner.started()
  own.finishLink('chase')
  own.fail('readItem', 'later')
  expect((await problemOf(await owner.finish(id))).code).toBe('BANK_PROVIDER_FAILED')
  const [item] = await loose()
  own.fail('endItem', 'later', 1)
  await removeItem(app.deps, item!)
  expect(own.lastItem().state).toBe('open')
  expect(await loose()).toMatchObject([{ isEnding: true, tries: 1 }])
  own.mend()
  expect((await owner.finish(id)).status).toBe(502)
  expect(await owner.connectionRows()).toEqual([])
  await removeItem(app.deps, item!)
  expect(own.lastItem().state).toBe('ended')
  expect(await loose()).toEqual([])
})

test('signing in again with a public token never removes the item that is in use', async () => {
  const { id } = await owner.started()
  own.finishLink('chase')
  const { connection } = await owner.finished(id)
  const item = own.lastItem()
  const [row] = await owner.connectionRows()
  await owner.inTenant(({ db }) =>
    db.insert(unattachedBankItems).values({
      businessId: owner.businessId,
      createdBy: owner.userId,
      source: 'own',
      environment: 'sandbox',
      itemId: item.itemId,
      accessToken: row!.accessToken,
      endAt: now,
      createdAt: now,
    }),
  )
  const [held] = await loose()
  await removeItem(app.deps, held!)
  expect(item.state).toBe('open')
  expect(await loose()).toEqual([])
  expect(connection?.state).toBe('connected')
})
