import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '../../../test/support/fixtures/dashboard.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

/** Of the article on cash flow: whoever changes a figure there changes it here. */
test('the worked example of the help center comes to what it says', async () => {
  const owner = await openDashboard(testDatabase.database)
  await owner.addPayments([
    { amountCents: 250_000, receivedOn: '2026-10-12' },
    { amountCents: 150_000, receivedOn: '2026-11-05' },
  ])
  await owner.addInvoices([
    { totalCents: 200_000, dueDate: '2026-11-10' },
    { totalCents: 120_000, dueDate: '2026-12-01' },
  ])
  await owner.addExpenses([
    { amountCents: 90_000, date: '2026-10-31' },
    { amountCents: 30_000, date: '2026-11-03' },
    { amountCents: 90_000, date: '2026-11-30' },
    { amountCents: 60_000, date: '2026-12-10' },
  ])
  const dashboard = await owner.readAt('2026-11-16T12:00:00Z')
  expect(dashboard).toMatchObject({
    cashBalance: { cents: 280_000, from: 'ledger' },
    received: { cents: 400_000 },
    owed: { cents: 320_000, count: 2 },
    overdue: { count: 1 },
    spentInMonth: { cents: 120_000 },
    netCents: 200_000,
    upcoming: { cents: 150_000, count: 2 },
  })
  expect(dashboard.months.slice(-2)).toEqual([
    { month: '2026-10-01', inCents: 250_000, testCents: 0, outCents: 90_000 },
    { month: '2026-11-01', inCents: 150_000, testCents: 0, outCents: 120_000 },
  ])
})
