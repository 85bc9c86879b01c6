import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReports } from '../../../test/support/fixtures/reports.ts'
import { addAccountRow, addTransactionRows } from '../../../test/support/fixtures/transaction-rows.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => app.close())

test('bank transactions that belong to nothing count once the owner says so, and are named either way', async () => {
  const reports = await openReports(app)
  const accountId = await addAccountRow(app.database, reports.businessId)
  await reports.run(`update bank_connections set source = 'file', environment = 'file'`)
  const of = { accountId, providerCategory: 'Travel', merchant: 'Rail Desk' }
  const [, , suggested, left, right] = await addTransactionRows(app.database, reports.businessId, [
    { ...of, amountMinor: 3000 },
    { ...of, amountMinor: 5000, isIncome: true, providerCategory: 'Income' },
    { ...of, amountMinor: 777 },
    { ...of, amountMinor: 900 },
    { ...of, amountMinor: 900, isIncome: true },
    { ...of, amountMinor: 888, status: 'pending' },
  ])
  await reports.run(
    `insert into transaction_matches (business_id, transaction_id, state, band, kind, targets, target_key, reason, score, merchant_key)
     values ($1, $2, 'suggested', 'suggest', 'expense', '[]', 'x', 'Same amount', 0.5, 'rail desk')`,
    [reports.businessId, suggested],
  )
  await reports.run(
    'update transactions set transfer_id = case id when $1 then $2::uuid else $1 end where id in ($1, $2)',
    [left, right],
  )

  const alone = { compare: 'none' } as const
  const without = await reports.read('profit-and-loss', alone)
  expect(without.figures).toEqual({})
  expect(without.notes).toEqual([
    'Your bank shows 2 bank transactions ($50.00 in and $30.00 out) that belong to no invoice or expense. They are not included. You can count them under Year and closing.',
  ])
  await reports.countBank(true)
  const counted = await reports.read('profit-and-loss', alone)
  expect(counted.figures).toMatchObject({
    'From the bank: Income': [5000],
    Travel: [3000],
    'What you kept': [2000],
  })
  expect(counted.notes).toEqual([
    'Includes 2 bank transactions ($50.00 in and $30.00 out) that belong to no invoice or expense.',
  ])
  const flow = await reports.read('cash-flow', alone)
  expect(flow.figures).toMatchObject({
    'Other money into the bank': [5000],
    'Other money out of the bank': [3000],
    'What is left': [2000],
  })
  const { entries } = await reports.entries('cash-flow', 'bank-out')
  expect(entries).toMatchObject([{ text: 'Rail Desk', minor: 3000, document: { kind: 'transaction' } }])
  // A suggestion that the owner declines belongs to nothing.
  await reports.run(`update transaction_matches set state = 'declined'`)
  expect((await reports.read('expenses-by-merchant', alone)).figures['Rail Desk']).toEqual([3777, 100_000])
})

test('the demo bank and test payments are named', async () => {
  const reports = await openReports(app)
  const accountId = await addAccountRow(app.database, reports.businessId)
  await addTransactionRows(app.database, reports.businessId, [{ accountId, amountMinor: 3000 }])
  await reports.countBank(true)
  const { notes } = await reports.read('profit-and-loss')
  expect(notes[0]).toBe('Includes $30.00 of test payments and demo transactions, which moved no money.')
})
