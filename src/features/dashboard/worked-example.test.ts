import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '../../../test/support/fixtures/dashboard.ts'
import { openReports } from '../../../test/support/fixtures/reports.ts'
import { answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { getDashboard } from './contract.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

/** Of the article on cash flow: whoever changes a figure there changes it here. */
test('the worked example of the help center comes to what it says', async () => {
  const owner = await openDashboard(testDatabase.database)
  await owner.addPayments([
    { amountMinor: 250_000, receivedOn: '2026-10-12' },
    { amountMinor: 150_000, receivedOn: '2026-11-05' },
  ])
  await owner.addInvoices([
    { totalMinor: 200_000, dueDate: '2026-11-10' },
    { totalMinor: 120_000, dueDate: '2026-12-01' },
  ])
  await owner.addExpenses([
    { amountMinor: 90_000, date: '2026-10-31' },
    { amountMinor: 30_000, date: '2026-11-03' },
    { amountMinor: 90_000, date: '2026-11-30' },
    { amountMinor: 60_000, date: '2026-12-10' },
  ])
  const dashboard = await owner.readAt('2026-11-16T12:00:00Z')
  expect(dashboard).toMatchObject({
    cashBalance: { minor: 280_000, from: 'ledger' },
    received: { minor: 400_000 },
    owed: { minor: 320_000, count: 2 },
    overdue: { count: 1 },
    spentInMonth: { minor: 120_000 },
    netMinor: 200_000,
    upcoming: { minor: 150_000, count: 2 },
  })
  expect(dashboard.months.slice(-2)).toMatchObject([
    { month: '2026-10-01', inMinor: 250_000, testMinor: 0, outMinor: 90_000 },
    { month: '2026-11-01', inMinor: 150_000, testMinor: 0, outMinor: 120_000 },
  ])
})

test('a payment counts whole on the dashboard, and without its tax in reports', async () => {
  const app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
  try {
    const reports = await openReports(app)
    const { id } = await reports.invoice({
      issueDate: '2026-11-05',
      dueDate: '2026-11-20',
      charge: {
        kind: 'lines',
        taxIncluded: false,
        lines: [{ description: 'Design', quantity: 1000, rateMinor: 10_000 }],
        discount: null,
        taxes: [{ name: 'VAT', rate: 20_000 }],
        fees: [],
      },
    })
    await reports.pay(id, 12_000, '2026-11-16')
    const dashboard = await answerOf(getDashboard, await app.send(getDashboard, {}, reports))
    expect(dashboard.months.at(-1)).toMatchObject({ inMinor: 12_000 })
    const { figures } = await reports.read('profit-and-loss', {
      period: 'this-month',
      basis: 'cash',
      compare: 'none',
    })
    expect(figures).toMatchObject({ 'Paid by clients': [10_000] })
  } finally {
    await app.close()
  }
})
