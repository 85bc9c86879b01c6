import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
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
})
afterAll(() => app.close())

const name = 'profit-and-loss' as const
const ask = (query: Partial<ReportQuery> = {}) => app.send(getReport, { params: { name }, query }, { cookie })
async function read(query: Partial<ReportQuery> = {}) {
  const answer = await answerOf(getReport, await ask(query))
  if (answer.state !== 'ready') throw new Error('the report is not ready')
  return answer.report
}
const figures = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(rows.filter(({ kind }) => kind !== 'heading').map(({ key, cells }) => [key, cells]))

test('income is what was invoiced, or what was paid of it; expenses are by category', async () => {
  // Lines of 180.00, 1,500.00 and 49.99, less 10 %, with 7.7 % tax.
  const invoice = await makeInvoice(app, cookie, {
    issueDate: '2026-10-05',
    dueDate: '2026-11-04',
    sendOption: 'do_not_send',
  })
  const half = Math.floor(invoice.totalMinor / 2)
  const payment = {
    amountMinor: half,
    receivedOn: '2026-11-02',
    method: 'transfer',
    note: '',
    sendReceipt: false,
  }
  await app.send(
    recordPayment,
    { params: { id: invoice.id }, body: { ...payment, requestId: randomUUID() } as never },
    { cookie },
  )
  const spend = (overrides: Parameters<typeof expenseInput>[0]) =>
    app.send(createExpense, { body: expenseInput(overrides) as never }, { cookie })
  await spend({ amountMinor: 30_000, category: 'Rent', date: '2026-11-01' })
  await spend({ amountMinor: 4000, category: 'Software', date: '2026-10-31' })

  const invoiced = await read({ period: 'this-year', by: 'month' })
  console.log(JSON.stringify(invoiced, null, 1))
  console.log(JSON.stringify(figures(await read({ basis: 'cash', period: 'this-quarter' }))))
  const entries = await answerOf(
    listReportEntries,
    await app.send(
      listReportEntries,
      { params: { name }, query: { row: 'kept', column: 'period' } },
      { cookie },
    ),
  )
  console.log(JSON.stringify(entries))
})
