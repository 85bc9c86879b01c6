import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAll } from '../../../test/support/file-store-checks.ts'
import { fillBusiness } from '../../../test/support/filled/fill-business.ts'
import { signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { createFakeBank } from '../../../test/support/providers/fake-bank.ts'
import { createFakeBilling, subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import { type TestApp, createTestApp, goodPassword } from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { type CardBilling, CardProviderError } from '../../platform/cards/card-provider.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import type { Mailbox } from '../../platform/mail/mailbox.ts'
import { forgotPassword, getSession } from '../auth/contract.ts'
import { ensureCustomer } from '../billing/customers.ts'
import { reconcileAll } from '../billing/jobs.ts'
import { lockTotals } from '../figures/money-totals.ts'
import { cancelDeletion, requestDeletion } from './contract.ts'
import { deleteDue, forgetGoodbyes } from './jobs.ts'

let app: TestApp
let owner: pg.Client
let billing: ReturnType<typeof createFakeBilling>
const bank = createFakeBank()
/** Whose files the mailbox was told to remove. */
let removed: string[] = []
const mailbox: Mailbox = {
  list: async () => [],
  read: async () => undefined,
  remove: async (ids) => void removed.push(...ids),
}
let now = new Date()
beforeAll(async () => {
  billing = createFakeBilling()
  app = await createTestApp({ cards: billing.provider, demoBank: bank.provider, mailbox, now: () => now })
  owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

type Filled = Awaited<ReturnType<typeof fillBusiness>>

/** Asked for so long ago that it is due. */
async function askLongAgo(name: string, { cookie }: Pick<Filled, 'cookie'>) {
  now = new Date(Date.now() - 8 * 24 * 3_600_000)
  const body = { confirmation: name, password: goodPassword }
  const response = await app.send(requestDeletion, { body }, { cookie })
  expect(response.status).toBe(200)
  now = new Date()
}

/** Every row of the product in which this text stands, whatever the table. The provider's own books are not ours. */
async function findEverywhere(text: string) {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'card_sandbox', 'paypal_sandbox', 'bank_sandbox')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    await owner.query(`begin; alter table ${name} no force row level security`)
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int from ${name} t where position($1 in t::text) > 0`,
      [text],
    )
    await owner.query('rollback')
    if (rows[0]?.count) found[name] = rows[0].count
  }
  return found
}

/** With a customer at the provider who pays for a plan. */
async function subscribe({ businessId, email }: Pick<Filled, 'businessId' | 'email'>, word: string) {
  await owner.query(`begin; alter table subscriptions no force row level security`)
  await owner.query('update subscriptions set customer_id = null where business_id = $1', [businessId])
  await owner.query(`alter table subscriptions force row level security; commit`)
  await ensureCustomer(app.deps, { businessId, name: word, email })
  billing.setSubscriptions(
    businessId,
    subscriptionFacts({ subscriptionId: `sub_${word}` }),
    subscriptionFacts({ subscriptionId: `sub_${word}_asleep`, status: 'paused' }),
    subscriptionFacts({ subscriptionId: `sub_${word}_over`, status: 'canceled' }),
  )
}

async function everyRow(businessId: string) {
  const { rows } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'business_id' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    await owner.query(`begin; alter table ${name} no force row level security`)
    const answer = await owner.query(`select count(*)::int from ${name} where business_id = $1`, [businessId])
    await owner.query('rollback')
    counts[name] = answer.rows[0].count
  }
  return counts
}

async function mailsOf({ businessId, email }: Pick<Filled, 'businessId' | 'email'>): Promise<string[]> {
  const { rows } = await app.database.platform.query<{ id: string }>(
    'select id from mails where business_id = $1 or to_address = $2',
    [businessId, email],
  )
  return rows.map(({ id }) => id)
}

async function goodbyesTo(email: string) {
  const { rows } = await app.database.platform.query(
    `select * from mails where kind = 'account-deleted' and to_address = $1`,
    [email],
  )
  return rows
}

/** A provider that answers this when it is asked for somebody's subscriptions. */
function withBilling(listSubscriptions: CardBilling['listSubscriptions']) {
  const { provider } = billing
  return { ...app.deps, cards: { ...provider, billing: { ...provider.billing, listSubscriptions } } }
}

const isSignedIn = async (cookie: string) => {
  const answer = await app.send(getSession, {}, { cookie })
  return ((await answer.json()) as { session: unknown }).session !== null
}

test('what is due goes without a trace, its plan ends first, and nothing else is touched', async () => {
  const gone = await fillBusiness(app, 'Zebrafish')
  const stays = await fillBusiness(app, 'Quagga')
  const waits = await fillBusiness(app, 'Okapi')
  await subscribe(gone, 'Zebrafish')
  await subscribe(stays, 'Quagga')
  // Traces outside of the business: a reset mail with its token, and counts of attempts.
  await app.startJobs()
  await app.send(forgotPassword, { body: { email: gone.email } })
  await expect.poll(async () => findEverywhere(gone.userId)).toHaveProperty(['auth.verifications'])
  await askLongAgo('Zebrafish', gone)
  await app.send(
    requestDeletion,
    { body: { confirmation: 'Okapi', password: goodPassword } },
    { cookie: waits.cookie },
  )
  const before = [await everyRow(stays.businessId), await everyRow(waits.businessId)]
  expect(Object.values(before[0] ?? {})).not.toContain(0)
  const mails = await mailsOf(gone)
  expect(mails.length).toBeGreaterThan(2)

  await deleteDue(app.deps)
  expect(removed.toSorted()).toEqual(mails.toSorted())
  expect(billing.calls.cancelNow).toEqual(['sub_Zebrafish', 'sub_Zebrafish_asleep'])
  expect(await findEverywhere(gone.businessId)).toEqual({})
  expect(await findEverywhere(gone.userId)).toEqual({})
  for (const id of [gone.logoId, ...gone.invoiceIds]) expect(await findEverywhere(id)).toEqual({})
  // All that is left is the good-bye, which names nothing of what was there.
  expect(await findEverywhere('Zebrafish')).toEqual({})
  expect(await findEverywhere(gone.email)).toEqual({ 'public.mails': 1 })
  expect(await goodbyesTo(gone.email)).toMatchObject([
    { subject: 'Your account has been deleted', business_id: null },
  ])
  expect(await isSignedIn(gone.cookie)).toBe(false)
  const files = (await listAll(app.deps.files)).map(({ businessId }) => businessId)
  expect(files).toEqual(expect.arrayContaining([stays.businessId, waits.businessId]))
  expect(files).not.toContain(gone.businessId)

  expect([await everyRow(stays.businessId), await everyRow(waits.businessId)]).toEqual(before)
  expect(await isSignedIn(stays.cookie)).toBe(true)
  expect(await isSignedIn(waits.cookie)).toBe(true)

  // The address is free again, and the books of subscriptions go on without it.
  await reconcileAll(app.deps)
  await app.signUpAndIn({ email: gone.email })
  await deleteDue(app.deps)
  expect(await goodbyesTo(gone.email)).toHaveLength(1)
})

test('an address that is part of another one takes nothing of that with it', async () => {
  const gone = await fillBusiness(app, 'Eland')
  const count = (email: string) => `sign-in:account:${email}`
  const longer = `the.${gone.email}.au`
  await app.database.platform.query(
    `insert into platform.rate_limits (key, count, window_ends_at) values ($1, 9, now() + interval '1 hour')`,
    [count(longer)],
  )
  await askLongAgo('Eland', gone)
  await deleteDue(app.deps)
  const { rows } = await app.database.platform.query(
    `select key from platform.rate_limits where key like 'sign-in:account:%eland%'`,
  )
  expect(rows).toEqual([{ key: count(longer) }])
})

test('the last mail is forgotten after a month, once it has left', async () => {
  const gone = await fillBusiness(app, 'Nyala')
  await askLongAgo('Nyala', gone)
  await deleteDue(app.deps)
  const change = (set: string) =>
    app.database.platform.query(`update mails set ${set} where to_address = $1`, [gone.email])
  await change(`state = 'sent', sent_at = now()`)
  await forgetGoodbyes(app.deps)
  expect(await goodbyesTo(gone.email)).toHaveLength(1)
  await owner.query(
    `begin; alter table mails no force row level security;
     update mails set created_at = now() - interval '31 days' where to_address = '${gone.email}';
     alter table mails force row level security; commit`,
  )
  const last = await mailsOf(gone)
  removed = []
  await forgetGoodbyes(app.deps)
  expect(removed).toEqual(last)
  expect(await findEverywhere(gone.email)).toEqual({})
})

test('while the card provider does not answer nothing is deleted, and an hour later all of it', async () => {
  const gone = await fillBusiness(app, 'Lemur')
  await subscribe(gone, 'Lemur')
  await askLongAgo('Lemur', gone)
  const before = await everyRow(gone.businessId)
  for (const only of ['listSubscriptions', 'cancelNow'] as const) {
    billing.failure = { kind: 'unreachable', only }
    await deleteDue(app.deps)
    expect(await everyRow(gone.businessId)).toEqual(before)
    expect(await isSignedIn(gone.cookie)).toBe(true)
  }
  billing.failure = null
  await deleteDue(app.deps)
  expect(await findEverywhere(gone.businessId)).toEqual({})
  expect(billing.calls.cancelNow.filter((id) => id === 'sub_Lemur').length).toBeGreaterThan(0)
})

test('one that cannot be deleted does not keep the others', async () => {
  const stuck = await fillBusiness(app, 'Tapir')
  const gone = await fillBusiness(app, 'Ibex')
  await subscribe(stuck, 'Tapir')
  await askLongAgo('Tapir', stuck)
  await askLongAgo('Ibex', gone)
  // The second has a customer that this account of the provider does not know.
  await deleteDue(
    withBilling(async (customerId) => {
      if (customerId === 'cus_Ibex') throw new CardProviderError('refused', 'unknown', { isMissing: true })
      throw new CardProviderError('unreachable', 'not there')
    }),
  )
  expect(await findEverywhere(gone.businessId)).toEqual({})
  expect(await isSignedIn(stuck.cookie)).toBe(true)
  expect(app.log.some((line) => line.includes('cus_Ibex'))).toBe(true)
})

test('a crash in the middle is carried on, and nobody can sign in meanwhile', async () => {
  const gone = await fillBusiness(app, 'Gibbon')
  await askLongAgo('Gibbon', gone)
  // Dies with the people gone and the business still there.
  let looks = 0
  await deleteDue(
    withBilling(async (customerId) => {
      if (customerId === 'cus_Gibbon') looks += 1
      if (looks > 2) throw new Error('killed')
      return []
    }),
  )
  expect(looks).toBe(3)
  expect(await isSignedIn(gone.cookie)).toBe(false)
  await expect(app.signIn({ email: gone.email, password: goodPassword })).rejects.toThrow(
    'INVALID_CREDENTIALS',
  )
  expect((await everyRow(gone.businessId))['invoices']).toBe(3)

  await deleteDue(app.deps)
  expect(await findEverywhere(gone.businessId)).toEqual({})
  expect(await goodbyesTo(gone.email)).toHaveLength(1)
})

test('payment pages are closed; one that cannot be is waited for as long as it could be paid', async () => {
  const gone = await fillBusiness(app, 'Kudu')
  const open = await withTenant(app.database, gone.businessId, async ({ client }) => {
    const { rows } = await client.query<{ id: string; session_id: string }>(
      `insert into checkouts (business_id, invoice_id, invoice_number, amount_minor, request, state, session_id, expires_at)
       select business_id, id, number, 100, '{}', 'open', 'cs_open_' || id, now() + interval '1 day' from invoices
       returning id, session_id`,
    )
    return rows
  })
  await askLongAgo('Kudu', gone)
  const closed: string[] = []
  const expire = async (sessionId: string) => {
    closed.push(sessionId)
    const checkout = open.find((one) => one.session_id === sessionId)
    if (checkout === open[0]) throw new CardProviderError('unreachable', 'not there')
    return { state: 'expired' as const, reference: checkout?.id ?? '', declined: null }
  }
  const { provider } = billing
  const cards = { ...provider, checkouts: { ...provider.checkouts, expire } }
  await deleteDue({ ...app.deps, cards })
  expect(await isSignedIn(gone.cookie)).toBe(true)

  await withTenant(app.database, gone.businessId, ({ client }) =>
    client.query(`update checkouts set created_at = now() - interval '25 hours'`),
  )
  await deleteDue({ ...app.deps, cards })
  expect([...new Set(closed)].toSorted()).toEqual(open.map((one) => one.session_id).toSorted())
  expect(await findEverywhere(gone.businessId)).toEqual({})
})

test('accesses to banks are given back, also those of removed ones; what cannot be is named in the log', async () => {
  const gone = await signUpForBanks(app)
  const stays = await signUpForBanks(app)
  await stays.connected('chase')
  const other = bank.lastItem()
  const items = []
  for (const institution of ['wells', 'chase', 'citi'] as const) {
    const { id } = await gone.connected(institution)
    if (institution === 'citi') await gone.remove(id)
    items.push(bank.lastItem())
  }
  await askLongAgo('Test Business', gone)
  bank.fail('endItem', 'later', 1)
  await deleteDue(app.deps)
  expect(items.map(({ state }) => state).toSorted()).toEqual(['ended', 'ended', 'open'])
  expect(other.state).toBe('open')
  expect(await findEverywhere(gone.businessId)).toEqual({})
  const left = items.find(({ state }) => state === 'open')
  const line = app.log.find((one) => one.includes(left?.itemId ?? 'none')) ?? ''
  expect(line).toContain('could not be ended')
  expect(line).not.toContain(left?.accessToken)
})

test('kept at the last moment it stays, whoever comes first', async () => {
  const kept = await fillBusiness(app, 'Bongo')
  await askLongAgo('Bongo', kept)
  // Decided while the provider is being asked, when the job has found it due already.
  let keeps: Promise<Response> | undefined
  billing.beforeListing = async () => {
    keeps ??= Promise.resolve(app.send(cancelDeletion, {}, { cookie: kept.cookie }))
    expect((await keeps).status).toBe(200)
  }
  await deleteDue(app.deps)
  expect(keeps).toBeDefined()
  expect((await everyRow(kept.businessId))['invoices']).toBe(3)
  expect(await isSignedIn(kept.cookie)).toBe(true)
  billing.beforeListing = undefined
  await deleteDue(app.deps)
  expect(await isSignedIn(kept.cookie)).toBe(true)
})

test('kept while it is being deleted, no half of it stays behind', async () => {
  const gone = await fillBusiness(app, 'Dhole')
  await askLongAgo('Dhole', gone)
  const [, ...answers] = await Promise.all([
    deleteDue(app.deps),
    ...Array.from({ length: 10 }, () => app.send(cancelDeletion, {}, { cookie: gone.cookie })),
  ])
  const isKept = answers.some(({ status }) => status === 200)
  expect(await isSignedIn(gone.cookie)).toBe(isKept)
  if (!isKept) expect(await findEverywhere(gone.businessId)).toEqual({})
})

test('changes of its sums that are being taken over at that moment are waited for', async () => {
  const { businessId, cookie } = await fillBusiness(app, 'Tapir')
  await askLongAgo('Tapir', { cookie })
  let deleting = Promise.resolve()
  await withTenant(app.database, businessId, async (tx) => {
    await lockTotals(tx, businessId)
    await tx.client.query('delete from money_changes')
    deleting = deleteDue(app.deps)
    await waitForLock(app.url)
    await tx.client.query(
      `insert into money_totals (business_id, span, starts_on, kind, currency, minor, count)
       values ($1, 'day', '2026-11-15', 'spent', 'USD', 100, 1) on conflict do nothing`,
      [businessId],
    )
  })
  await deleting
  expect(await findEverywhere(businessId)).toEqual({})
})

test('somebody who became an administrator meanwhile stays, with their plan', async () => {
  const admin = await fillBusiness(app, 'Serval')
  await subscribe(admin, 'Serval')
  await askLongAgo('Serval', admin)
  await app.database.auth.query(`update auth.users set role = 'admin' where id = $1`, [admin.userId])
  await deleteDue(app.deps)
  expect(await isSignedIn(admin.cookie)).toBe(true)
  expect(billing.calls.cancelNow).not.toContain('sub_Serval')
})

test('the platform cannot delete a business that is not due', async () => {
  const stays = await fillBusiness(app, 'Caracal')
  const remove = () =>
    withPlatform(app.database, ({ client }) =>
      client.query('delete from businesses where id = $1', [stays.businessId]),
    )
  expect((await remove()).rowCount).toBe(0)
})
