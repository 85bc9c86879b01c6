import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BankOwner, signUpForBanks } from '../../../test/support/fixtures/banking.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { transactions } from '../../platform/db/tables/transactions.ts'
import { expireDemoBank, syncBanks } from './contract.ts'
import { startEndingJobs } from './end/end-access.ts'
import { startSyncJobs } from './sync/start-sync-jobs.ts'
import { startItemJobs } from './tend-items.ts'

let app: TestApp
let owner: BankOwner
let hoursLater = 0
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date(Date.now() + hoursLater * 3_600_000) })
  await startSyncJobs(app.deps)
  await startEndingJobs(app.deps)
  await startItemJobs(app.deps)
  owner = await signUpForBanks(app)
})
afterAll(() => app.close())

async function expectSynced() {
  await expect
    .poll(async () => (await owner.banking()).connections[0])
    .toMatchObject({
      state: 'connected',
      problem: null,
      isSyncing: false,
      lastSyncedAt: expect.any(String),
    })
}

/** Presses a button on the demo bank's page and returns where it leads. */
async function press(url: string, answer: string): Promise<string> {
  const { pathname } = new URL(url)
  const response = await app.app.request(pathname, {
    method: 'POST',
    headers: { origin: app.deps.appUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ answer }).toString(),
  })
  expect(response.status, await response.clone().text()).toBe(303)
  return response.headers.get('location') ?? ''
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()

/** Sets the owner's category of some transactions. */
async function choose(ids: string[], category: string): Promise<void> {
  await owner.inTenant(({ db }) =>
    db.update(transactions).set({ chosenCategory: category }).where(inArray(transactions.id, ids)),
  )
}

/** Disconnects a bank and returns the transactions that are kept. */
async function disconnect(id: string) {
  await owner.disconnect(id)
  await expect.poll(async () => (await owner.connectionRows())[0]?.accessToken).toBeNull()
  return owner.transactionRows()
}

test('the demo bank says that its page was finished: whoever closes the window has the bank', async () => {
  const ended = await owner.connected('wells')
  await disconnect(ended.id)
  const link = await owner.started(ended.id)
  await press(link.url, 'wells')
  const state = async () => (await owner.connectionRows()).find((row) => row.id === ended.id)?.state
  await expect.poll(state).toBe('connected')
  expect((await owner.remove(ended.id)).status).toBe(204)
  await expect.poll(() => owner.connectionRows()).toEqual([])
})

test('the demo bank has accounts in the home currency of the business, with its decimals', async () => {
  const other = await signUpForBanks(app)
  await other.inTenant(({ client }) => client.query(`update businesses set currency = 'JPY'`))
  await other.connected('chase')
  await expect.poll(async () => (await other.transactionRows()).length).toBe(40)
  const { accounts, totals } = await other.banking()
  expect(new Set(accounts.map(({ currency }) => currency))).toEqual(new Set(['JPY']))
  expect(new Set((await other.transactionRows()).map(({ currency }) => currency))).toEqual(new Set(['JPY']))
  expect(totals).toMatchObject({ currency: 'JPY', cashOther: [], cashAccounts: 2 })
  expect(totals.cashMinor).toBeGreaterThan(500_000)
})

test('the whole life of a connection, with the demo bank', async () => {
  const { id } = await owner.connected('chase')
  await expectSynced()
  const { accounts } = await owner.banking()
  expect(accounts.map(({ name, type, isConnected }) => [name, type, isConnected])).toEqual([
    ['Checking', 'checking', true],
    ['Credit Card', 'credit', true],
    ['Equipment Loan', 'loan', true],
    ['Retirement Plan', '401k', true],
    ['Savings', 'savings', true],
  ])
  for (const { last4, accountNumberMasked } of accounts) {
    expect(last4).toMatch(/^\d{4}$/)
    expect(accountNumberMasked).toBe(`••••••${last4}`)
  }
  expect(accounts.map(({ routingNumberMasked }) => routingNumberMasked)).toEqual([
    '•••••••••',
    null,
    null,
    null,
    '•••••••••',
  ])
  expect(await owner.report()).toMatchObject({ accounts: 5, encrypted: 5, score: 100, band: 'Excellent' })
  const fetched = await owner.transactionRows()
  expect(fetched).toHaveLength(40)

  const expired = await app.send(expireDemoBank, { params: { id } }, { cookie: owner.cookie })
  expect(await answerOf(expireDemoBank, expired)).toMatchObject({ state: 'reconnect' })
  const link = await owner.started(id)
  expect((await owner.finished(link.id)).outcome).toBe('open')
  expect(await press(link.url, 'sign-in')).toBe(`${app.deps.appUrl}/bank-connections?link=${link.id}`)
  expect(await owner.finished(link.id)).toMatchObject({ outcome: 'connected', connection: { id } })
  await answerOf(syncBanks, await app.send(syncBanks, {}, { cookie: owner.cookie }))
  await expectSynced()
  expect(idsOf(await owner.transactionRows())).toEqual(idsOf(fetched))

  const posted = idsOf(fetched.filter(({ status }) => status === 'posted'))
  expect(posted.length).toBeLessThan(40)
  await choose(posted.slice(0, 3), 'Gifts')
  expect(idsOf(await disconnect(id))).toEqual(posted)
  // By then the pending transactions are posted.
  hoursLater = 7
  const again = await owner.started(id)
  await press(again.url, 'chase')
  expect(await owner.finished(again.id)).toMatchObject({ outcome: 'connected', connection: { id } })
  await expectSynced()
  const seen = (list: typeof accounts) => list.map((account) => [account.id, account.last4])
  expect(seen((await owner.banking()).accounts)).toEqual(seen(accounts))
  const kept = await owner.transactionRows()
  expect(kept.map(({ status }) => status)).toEqual(kept.map(() => 'posted'))
  expect(kept).toHaveLength(40)
  expect(idsOf(kept)).toEqual(expect.arrayContaining(posted))
  expect(idsOf(kept.filter(({ category }) => category === 'Gifts'))).toEqual(posted.slice(0, 3))

  expect(await disconnect(id)).toHaveLength(40)
  expect((await owner.connected('chase')).id).toBe(id)
  await expectSynced()
  expect(seen((await owner.banking()).accounts)).toEqual(seen(accounts))
  const rows = await owner.transactionRows()
  const factsOf = ({ id: row, date, amountMinor, description, status, category }: (typeof rows)[number]) =>
    [row, date, amountMinor, description, status, category].join()
  expect(rows.map(factsOf).toSorted()).toEqual(kept.map(factsOf).toSorted())

  expect((await owner.remove(id)).status).toBe(204)
  expect(await owner.banking()).toMatchObject({ accounts: [], connections: [] })
  expect(await owner.transactionRows()).toEqual([])
  await expect.poll(() => owner.connectionRows()).toEqual([])
})
