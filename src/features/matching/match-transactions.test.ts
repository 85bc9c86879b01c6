import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { addAccountRow } from '../../../test/support/fixtures/transaction-rows.ts'
import { signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { createExpense } from '../expenses/contract.ts'
import { getReceipt } from '../receipts/contract.ts'
import { matchReceipt } from '../receipts/filing/match-receipt.ts'
import { startTransactionMatching } from './match-transactions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const jobs = async (businessId: string) =>
  (
    await app.database.platform.query(
      `select from pgboss.job where name = 'match-transactions' and data ->> 'businessId' = $1`,
      [businessId],
    )
  ).rowCount

test('a new invoice or expense looks for its transaction, if there are unmatched ones', async () => {
  const owner = await signUpToMatch(app)
  const today = new Date().toISOString().slice(0, 10)
  const spend = (notes: string) =>
    owner.ask(createExpense, { body: expenseInput({ notes, amountMinor: 777, date: today }) })
  await spend('nothing to match yet')
  await makeInvoice(app, owner.cookie)
  expect(await jobs(owner.businessId)).toBe(0)

  await owner.addTransactions([{ description: 'CORNER SHOP', amountMinor: 1234, date: today }])
  await makeInvoice(app, owner.cookie)
  expect(await jobs(owner.businessId)).toBe(1)
  await owner.ask(createExpense, {
    body: expenseInput({ notes: 'Corner Shop', amountMinor: 1234, date: today }),
  })
  expect(await jobs(owner.businessId)).toBe(2)
  await startTransactionMatching(app.deps)
  await eventually(async () => {
    expect(await owner.accepted()).toMatchObject([{ kind: 'expense', decidedBy: 'rule' }])
  })
})

test('pending transactions, and those older than 400 days, are left as they are', async () => {
  const owner = await signUpToMatch(app)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await owner.addExpenses([
    { amountMinor: 1000, date: daysAgo(1) },
    { amountMinor: 2000, date: daysAgo(410) },
  ])
  await owner.addTransactions([
    { amountMinor: 1000, date: daysAgo(1), status: 'pending' },
    { amountMinor: 2000, date: daysAgo(410) },
  ])
  await owner.match()
  expect(await owner.sql('select from transaction_matches')).toEqual([])
})

test('a transfer is no purchase that a receipt could be for', async () => {
  const owner = await signUpToMatch(app)
  const accounts = [
    await addAccountRow(app.database, owner.businessId),
    await addAccountRow(app.database, owner.businessId),
  ]
  await owner.addTransactions([
    { accountId: accounts[0]!, description: 'Transfer' },
    { accountId: accounts[1]!, description: 'Transfer', isIncome: true },
  ])
  const [id = ''] = await owner.addReceipts([{}])
  const suggestion = async () => {
    await owner.tenant((tx) => matchReceipt(tx, owner.businessId, id))
    return (await owner.ask(getReceipt, { params: { id } })).suggestion
  }
  expect(await suggestion()).not.toBeNull()
  await owner.sql(
    'update transactions t set transfer_id = o.id from transactions o where o.id <> t.id and o.business_id = t.business_id',
  )
  expect(await suggestion()).toBeNull()
})
