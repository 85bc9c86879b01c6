import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bankFileOwner,
  fileOf,
  plainReader,
  statement,
} from '../../../../test/support/bank-files/bank-file-owner.ts'
import { type BankOwner, signUpForBanks } from '../../../../test/support/fixtures/banking.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { createFakeBank, fakeTransaction } from '../../../../test/support/providers/fake-bank.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { disconnectBank, expireDemoBank, startBankLink, syncBanks } from '../../banking/contract.ts'
import { endAccess } from '../../banking/end/end-access.ts'
import { enqueueDue } from '../../banking/sync/start-sync-jobs.ts'
import { syncConnection } from '../../banking/sync/sync-connection.ts'

const bank = createFakeBank()
let app: TestApp
let banks: BankOwner
let owner: ReturnType<typeof bankFileOwner>
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider, bankFiles: plainReader })
})
afterAll(() => app.close())
beforeEach(async () => {
  bank.mend()
  bank.hooks.clear()
  banks = await signUpForBanks(app)
  await setPlan(app, banks.businessId, 'pro')
  owner = bankFileOwner(app, banks)
})

const rent = { date: '2026-05-04', amount: '-900.00', description: 'RENT MAY 4711' }
const coffee = { date: '2026-05-05', amount: '-4.50', description: 'CARD COFFEE' }
const file = (rows = [rent, coffee, coffee]) =>
  fileOf([statement(rows, { account: '770011 3000', currency: 'USD', closingBalance: '50.00' })])

/** Connects a bank whose checking account has these last digits, and reports these transactions. */
async function connect(changes: Parameters<typeof fakeTransaction>[1][], digits = '3000') {
  bank.hooks.set('listAccounts', () => {
    const { accounts, numbers } = bank.lastItem()
    accounts[0]!.mask = digits
    numbers[0]!.accountNumber = `770011${digits}`
  })
  const { id } = await banks.connected()
  const item = bank.lastItem()
  for (const change of changes) {
    const facts = fakeTransaction(item.accounts[0]!.providerId, change)
    item.changes.push({ kind: 'added', facts })
  }
  const ref = { businessId: banks.businessId, connectionId: id }
  await syncConnection(app.deps, ref)
  return ref
}
const feed = {
  rent: { date: '2026-05-06', amountMinor: 90_000, description: 'Landlord' },
  coffee: { date: '2026-05-05', amountMinor: 450, description: 'Coffee Bar' },
}

test('a bank that is connected takes over the account of the files, and its feed adopts what they added', async () => {
  const id = await owner.importAll(file())
  const [before] = await banks.accountRows()
  await connect([feed.rent, feed.coffee, feed.coffee, { date: '2026-05-07', amountMinor: 111 }])
  const { accounts, connections } = await banks.banking()
  expect(connections).toMatchObject([{ isFile: false, isDemo: true }])
  expect(accounts[0]).toMatchObject({ id: before?.id, last4: '3000', balanceMinor: 123_456 })
  expect(accounts).toHaveLength(2)
  const rows = await banks.transactionRows()
  expect(rows).toHaveLength(4)
  for (const row of rows) expect(row).toMatchObject({ importId: null, providerId: expect.any(String) })
  // The feed has them now, so undoing the import leaves them; importing it again adds nothing.
  await owner.undo(id)
  expect(await owner.transactions()).toHaveLength(4)
  await owner.importAll(file())
  expect(await owner.transactions()).toHaveLength(4)
  expect((await banks.banking()).accounts[0]).toMatchObject({ balanceMinor: 123_456 })
})

test('what the feed does not report stays of the file, and goes when the import is undone', async () => {
  const id = await owner.importAll(file())
  await connect([feed.coffee])
  expect(await owner.transactions()).toHaveLength(3)
  await owner.undo(id)
  expect(await owner.transactions()).toEqual([
    { date: '2026-05-05', amount: -450, description: 'Coffee Bar' },
  ])
  expect((await banks.banking()).accounts).toHaveLength(2)
})

test('the category that the owner chose stays when the feed adopts a transaction', async () => {
  await owner.importAll(file([rent]))
  await owner.rows(`update transactions set chosen_category = 'Rent'`)
  await connect([feed.rent])
  expect(await banks.transactionRows()).toMatchObject([{ chosenCategory: 'Rent', description: 'Landlord' }])
})

test('a file after the feed adds only what the feed has not reported, days apart or not', async () => {
  await connect([feed.rent, feed.coffee])
  await owner.importAll(file())
  expect(await owner.transactions()).toEqual([
    { date: '2026-05-05', amount: -450, description: 'CARD COFFEE' },
    { date: '2026-05-05', amount: -450, description: 'Coffee Bar' },
    { date: '2026-05-06', amount: -90_000, description: 'Landlord' },
  ])
  // The bank's own balance counts.
  expect((await banks.banking()).accounts[0]).toMatchObject({ balanceMinor: 123_456 })
  await owner.importAll(file())
  expect(await owner.transactions()).toHaveLength(3)
})

test('an account is not taken over if the digits differ, or if two have them', async () => {
  await owner.importAll(file())
  await connect([], '3001')
  expect((await banks.banking()).connections.map(({ isFile }) => isFile)).toEqual([true, false])
})

test('of two accounts of files with the same digits none is taken over', async () => {
  await owner.importAll(file())
  const other = statement([rent], { account: '88 3000', currency: 'USD' })
  await owner.importAll(fileOf([other], { shape: 'other' }), { accountId: null })
  await connect([])
  expect((await banks.banking()).connections).toHaveLength(3)
})

test('an account of files is neither synced, disconnected, expired nor signed in to, and can be removed', async () => {
  const id = await owner.importAll(file())
  const [connection] = await banks.connectionRows()
  const params = { id: connection?.id ?? '' }
  const { cookie } = banks
  const message = 'This account comes from bank files. There is no access to the bank to use or end.'
  const refusals = [
    await app.send(disconnectBank, { params }, { cookie }),
    await app.send(expireDemoBank, { params }, { cookie }),
    await app.send(startBankLink, { body: { connectionId: params.id } }, { cookie }),
  ]
  for (const refusal of refusals)
    expect(await problemOf(refusal)).toMatchObject({ code: 'NOT_CONNECTED', message })
  await app.send(syncBanks, {}, { cookie })
  await enqueueDue(app.deps)
  await syncConnection(app.deps, { businessId: banks.businessId, connectionId: params.id })
  expect(await banks.connectionRows()).toEqual([connection])
  const jobs = await app.database.platform.query(
    `select from pgboss.job where name = 'sync-bank-connection' and data ->> 'connectionId' = $1`,
    [params.id],
  )
  expect(jobs.rowCount).toBe(0)
  const calls = bank.callsOf('endItem').length
  expect((await banks.remove(params.id)).status).toBe(204)
  await endAccess(app.deps, { businessId: banks.businessId, connectionId: params.id })
  expect(await banks.connectionRows()).toEqual([])
  expect(await owner.transactions()).toEqual([])
  expect(bank.callsOf('endItem')).toHaveLength(calls)
  await owner.undo(id)
})
