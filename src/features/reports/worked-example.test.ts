import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReports } from '../../../test/support/fixtures/reports.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => app.close())

/** Of the article on reports: a figure that changes there has to change here. */
test('the examples of the help center come to what it says', async () => {
  const reports = await openReports(app)
  const invoice = await reports.invoice({
    issueDate: '2026-10-05',
    dueDate: '2026-11-04',
    charge: {
      kind: 'lines',
      taxIncluded: false,
      lines: [{ description: 'Design', quantity: 1000, rateMinor: 120_000 }],
      discount: null,
      taxes: [{ name: 'Sales tax', rate: 16_667 }],
      fees: [],
    },
  })
  await reports.pay(invoice.id, 70_000, '2026-11-02')
  await reports.spend({ amountMinor: 30_000, category: 'Rent', date: '2026-10-31' })
  const october = { period: 'last-month', compare: 'none' } as const
  const november = { period: 'this-month', compare: 'none' } as const
  const read = async (query: object) => (await reports.read('profit-and-loss', query)).figures

  expect(invoice).toMatchObject({ totals: { totalMinor: 140_000, taxMinor: 20_000 } })
  expect(await read(october)).toMatchObject({ Invoices: [120_000], Rent: [30_000] })
  expect(await read(november)).toEqual({})
  expect(await read({ ...october, basis: 'cash' })).toMatchObject({ 'Total income': [0], Rent: [30_000] })
  expect(await read({ ...november, basis: 'cash' })).toMatchObject({ 'Paid by clients': [60_000] })
  const taxes = await reports.read('taxes', { ...november, basis: 'cash' })
  expect(taxes.figures['Total collected']?.at(-1)).toBe(10_000)
})
