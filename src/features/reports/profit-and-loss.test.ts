import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExpenseBody, expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { createExpense } from '../expenses/contract.ts'
import { recordPayment } from '../payments/contract.ts'
import { type ReportQuery, getReport, listReportEntries } from './contract.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
  const account = await app.signUpAndIn()
  cookie = account.cookie
  await setPlan(app, account.session.business.id, 'pro')
  // 1,000.00 of design and 200.00 of hosting, of which only design bears 20 % of tax.
  const invoice = await makeInvoice(app, cookie, {
    issueDate: '2026-10-05',
    dueDate: '2026-11-04',
    sendOption: 'do_not_send',
    charge: {
      kind: 'lines',
      taxIncluded: false,
      lines: [
        { description: 'Design', quantity: 10_000, rateMinor: 10_000 },
        { description: 'Hosting', quantity: 1000, rateMinor: 20_000, taxes: [] },
      ],
      discount: null,
      taxes: [{ name: 'VAT', rate: 20_000 }],
      fees: [],
    },
  })
  const payment = { amountMinor: 70_000, receivedOn: '2026-11-02', method: 'transfer', note: '' } as const
  const body = { ...payment, sendReceipt: false, requestId: randomUUID() }
  await answerOf(
    recordPayment,
    await app.send(recordPayment, { params: { id: invoice.id }, body }, { cookie }),
  )
  await spend({ amountMinor: 30_000, category: 'Rent', date: '2026-11-01' })
  await spend({ amountMinor: 4000, category: 'Software', date: '2026-10-31', vendor: 'Cloud Shop' })
})
afterAll(() => app.close())

const spend = async (overrides: Partial<ExpenseBody>) =>
  answerOf(createExpense, await app.send(createExpense, { body: expenseInput(overrides) }, { cookie }))

const name = 'profit-and-loss' as const
const ask = (query: Partial<ReportQuery> = {}) => app.send(getReport, { params: { name }, query }, { cookie })
async function read(query: Partial<ReportQuery> = {}) {
  const answer = await answerOf(getReport, await ask(query))
  if (answer.state !== 'ready') throw new Error('the report is not ready')
  return answer.report
}
const figures = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(rows.filter(({ kind }) => kind !== 'heading').map(({ key, cells }) => [key, cells]))

test('on the accrual basis income is what was invoiced, without tax', async () => {
  const report = await read({ compare: 'none' })
  expect(report).toMatchObject({
    from: '2026-01-01',
    to: '2026-12-31',
    periodLabel: '2026',
    basis: 'accrual',
  })
  expect(report.sentence).toBe('You kept 71 cents of each dollar you earned.')
  expect(figures(report)).toEqual({
    'income:sales': [120_000],
    income: [120_000],
    'expense:Rent': [30_000],
    'expense:Software': [4000],
    expenses: [34_000],
    kept: [86_000],
  })
})

test('on the cash basis income is what was paid of it, without its part of the tax', async () => {
  // Half of 1,400.00 was paid, and so half of the 200.00 of tax.
  expect(figures(await read({ compare: 'none', basis: 'cash' }))).toMatchObject({
    'income:sales': [60_000],
    kept: [26_000],
  })
})

test('months have columns of their own and a total; a period is compared with the one before', async () => {
  const byMonth = figures(await read({ by: 'month', period: 'this-quarter' }))
  expect(byMonth['income:sales']).toEqual([120_000, 0, 0, 120_000])
  expect(byMonth['kept']).toEqual([116_000, -30_000, 0, 86_000])
  const compared = await read({ period: 'this-month' })
  expect(compared.columns.map(({ label }) => label)).toEqual(['Nov 2026', 'Oct 2026', 'Change'])
  expect(figures(compared)).toMatchObject({
    expenses: [30_000, 4000, 650_000],
    income: [0, 120_000, -100_000],
  })
  expect(compared.sentence).toContain('Rent grew most, by $300.00.')
  const days = figures(await read({ period: 'days', from: '2026-10-31', to: '2026-11-01', compare: 'none' }))
  expect(days).toMatchObject({ expenses: [34_000], income: [0] })
})

test('a figure opens what it is made of', async () => {
  const open = async (row: string, column = 'period') =>
    answerOf(
      listReportEntries,
      await app.send(listReportEntries, { params: { name }, query: { row, column } }, { cookie }),
    )
  const sales = await open('income:sales')
  expect(sales.minor).toBe(120_000)
  expect(sales.entries.map(({ detail, minor }) => [detail, minor])).toEqual(
    expect.arrayContaining([
      ['Design', 100_000],
      ['Hosting', 20_000],
    ]),
  )
  expect((await open('kept')).entries.map(({ minor }) => minor)).toEqual([-30_000, -4000, 20_000, 100_000])
  const software = await open('expense:Software')
  expect(software.entries).toMatchObject([
    { date: '2026-10-31', text: 'Cloud Shop', detail: 'Paper', minor: 4000, document: { kind: 'expense' } },
  ])
  const wrong = await app.send(
    listReportEntries,
    { params: { name }, query: { row: 'x', column: 'period' } },
    { cookie },
  )
  expect(wrong.status).toBe(404)
})

test('days in the wrong order and too many columns are refused at their field', async () => {
  const refusals = [
    [{ period: 'days', from: '2026-02-01', to: '2026-01-01' }, 'to'],
    [{ period: 'days', to: '2026-01-01' }, 'from'],
    [{ period: 'days', from: '2000-01-01', to: '2026-01-01', by: 'month' }, 'by'],
  ] as const
  for (const [query, field] of refusals) {
    expect((await problemOf(await ask(query))).fields).toHaveProperty(field)
  }
})

test('the Free plan is refused', async () => {
  const { cookie: free } = await app.signUpAndIn()
  const response = await app.send(getReport, { params: { name }, query: {} }, { cookie: free })
  expect(await problemOf(response)).toMatchObject({
    code: 'PLAN_REQUIRED',
    message: 'Reports are part of the Pro plan.',
  })
})
