import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addExpenses, addInvoices } from '../../../test/support/figures/money-acts.ts'
import { expectRightMoney, readMoney } from '../../../test/support/figures/money-books.ts'
import { expenseInput, monthly } from '../../../test/support/fixtures/expenses.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { confirm, openPage } from '../../../test/support/fixtures/payments.ts'
import { createFakeCards } from '../../../test/support/providers/fake-cards.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import type { Endpoint, RequestOf } from '../../shared/endpoint.ts'
import * as spending from '../expenses/contract.ts'
import type { Expense } from '../expenses/contract.ts'
import * as invoicing from '../invoices/contract.ts'
import * as paying from '../payments/contract.ts'
import { syncRefunds } from '../payments/refunds/sync-refunds.ts'
import { rollUpMoneyOf } from './money-totals.ts'

let app: TestApp
let cookie: string
let businessId: string
// In Zurich it is already the 16th.
const now = new Date('2026-11-15T23:30:00Z')
const cards = createFakeCards({ now: () => now })

beforeAll(async () => {
  app = await createTestApp({ now: () => now, cards: cards.provider })
  app.deps.closeCheckouts = async () => undefined
})
afterAll(() => app.close())
beforeEach(async () => {
  const owner = await app.signUpAndIn()
  cookie = owner.cookie
  businessId = owner.session.business.id
})

const ask = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
  answerOf(endpoint, await app.send(endpoint, request, { cookie }))
const run = (text: string) => withTenant(app.database, businessId, ({ client }) => client.query(text))
/** Returns the sums by month, after checking those of each day and month. */
async function sums() {
  const all = await expectRightMoney(app.database, businessId)
  const months = Object.entries(all).filter(([name]) => / \d{4}-\d\d$/.test(name))
  return Object.fromEntries(months.map(([name, { minor, count }]) => [name, [minor, count]]))
}

test('what becomes of an invoice is noted at each step', async () => {
  const charge = (amountMinor: number) => ({ kind: 'amount', amountMinor }) as const
  const made = await makeInvoice(app, cookie, { charge: charge(10_000), dueDate: '2026-12-01' })
  expect(await sums()).toEqual({ 'owed 2026-12': [10_000, 1] })

  const { id, version } = made
  const changed = invoiceInput({ charge: charge(12_000), dueDate: '2027-01-15', paymentTerms: 'custom' })
  await ask(invoicing.updateInvoice, { params: { id }, body: { ...changed, version } })
  expect(await sums()).toEqual({ 'owed 2027-01': [12_000, 1] })
  await rollUpMoneyOf(app.deps, businessId)

  const pay = (amountMinor: number, receivedOn: string) => {
    const details = { method: 'cash', note: '', sendReceipt: false, requestId: randomUUID() } as const
    return ask(paying.recordPayment, { params: { id }, body: { ...details, amountMinor, receivedOn } })
  }
  await pay(5000, '2026-11-10')
  expect(await sums()).toEqual({ 'owed 2027-01': [7000, 1], 'received 2026-11': [5000, 1] })
  await pay(7000, '2026-10-31')
  expect(await sums()).toEqual({
    'settled 2027-01': [12_000, 1],
    'received 2026-10': [7000, 1],
    'received 2026-11': [5000, 1],
  })
  await rollUpMoneyOf(app.deps, businessId)

  const { payments } = await ask(paying.listPayments, { params: { id } })
  for (const payment of payments) {
    await ask(paying.undoPayment, { params: { id, paymentId: payment.id } })
    await sums()
  }
  const copy = await ask(invoicing.duplicateInvoice, { params: { id } })
  expect(await sums()).toEqual({ 'owed 2027-01': [24_000, 2] })
  await ask(invoicing.deleteInvoice, { params: { id: copy.id } })
  expect(await sums()).toEqual({ 'owed 2027-01': [12_000, 1] })
})

test('a refund counts from the provider’s word on, on its own day, until it fails', async () => {
  const { id } = await makeInvoice(app, cookie, { charge: { kind: 'amount', amountMinor: 10_000 } })
  const { sessionId } = await openPage(app, businessId, id)
  const providerPaymentId = cards.pay(sessionId)
  await confirm(app, id, sessionId)
  const paid = { 'settled 2026-12': [10_000, 1], 'received 2026-11': [10_000, 1] }
  expect(await sums()).toEqual(paid)

  const { payments } = await ask(paying.listPayments, { params: { id } })
  const paymentId = payments[0]?.id ?? ''
  const requestId = randomUUID()
  const refund = { params: { id, paymentId }, body: { amountMinor: 3000, stillOwed: true, requestId } }
  cards.failure = { kind: 'unreachable', only: 'refund' }
  await app.send(paying.refundPayment, refund, { cookie })
  cards.failure = null
  const stateOf = async () => (await run('select state from refunds')).rows
  expect(await stateOf()).toEqual([{ state: 'requested' }])
  expect(await sums()).toEqual(paid)

  const known = { providerRefundId: 're_1', paymentId: providerPaymentId, reference: requestId }
  const says = async (amountMinor: number, state: 'pending' | 'succeeded' | 'failed') => {
    cards.refunds.set(providerPaymentId, [{ ...known, amountMinor, currency: 'USD', state }])
    const link = { businessId, paymentId, providerPaymentId, provider: 'card', isOwn: false } as const
    await syncRefunds(app.deps, link)
    expect(await stateOf()).toEqual([{ state }])
    return sums()
  }
  const back = (minor: number) => ({
    'owed 2026-12': [minor, 1],
    'received 2026-11': [10_000, 1],
    'refunded 2026-11': [minor, 1],
  })
  expect(await says(3000, 'pending')).toEqual(back(3000))
  expect(await says(2500, 'succeeded')).toEqual(back(2500))
  const { kept } = await readMoney(app.database, businessId)
  expect(kept).toHaveProperty(['refunded 2026-11-16'])
  await rollUpMoneyOf(app.deps, businessId)
  expect(await says(2500, 'failed')).toEqual(paid)
})

test('expenses are noted one by one and many at once', async () => {
  const make = (overrides: Partial<ReturnType<typeof expenseInput>>) =>
    ask(spending.createExpense, { body: expenseInput(overrides) })
  const first = await make({ amountMinor: 1200, date: '2026-11-15' })
  await make({ amountMinor: 100, date: '2026-09-01', repeat: monthly })
  expect(await sums()).toEqual({
    'spent 2026-09': [100, 1],
    'spent 2026-10': [100, 1],
    'spent 2026-11': [1300, 2],
    'spent 2026-12': [100, 1],
  })
  const { id, version } = first
  const { requestId: _, ...body } = expenseInput({ amountMinor: 1500, date: '2026-08-31' })
  await ask(spending.updateExpense, { params: { id }, body: { ...body, version } })
  expect(await sums()).toMatchObject({ 'spent 2026-08': [1500, 1], 'spent 2026-11': [100, 1] })
  await rollUpMoneyOf(app.deps, businessId)
  await ask(spending.deleteExpense, { params: { id } })
  const { rows } = await run(`select id from expenses where date < '2026-12-01'`)
  await ask(spending.deleteExpenses, { body: { ids: rows.map((one: Pick<Expense, 'id'>) => one.id) } })
  expect(await sums()).toEqual({ 'spent 2026-12': [100, 1] })
})

test('many rows of a day are one change, and what changes no money is none', async () => {
  await run(addExpenses(businessId, 200, `date '2026-11-01' + n % 2`))
  await run(addInvoices(businessId, 50, `date '2026-11-01' - n`))
  const count = async () => (await run('select count(*)::int from money_changes')).rows[0].count as number
  expect(await count()).toBe(3)
  await run(
    `update invoices set notes = 'x', received_minor = received_minor; update expenses set notes = 'x'`,
  )
  expect(await count()).toBe(3)
  await run(
    `delete from expenses where date > '2026-11-01'; delete from invoices; delete from expenses where false`,
  )
  expect(await count()).toBe(5)
  expect(await sums()).toEqual({ 'spent 2026-11': [1_010_000, 100] })
})

test('what is taken back is not noted', async () => {
  const attempt = withTenant(app.database, businessId, async ({ client }) => {
    await client.query(addInvoices(businessId, 2, `date '2026-11-01'`))
    await client.query('savepoint before; delete from invoices; rollback to savepoint before')
    throw new Error('not this time')
  })
  await expect(attempt).rejects.toThrow('not this time')
  expect(await readMoney(app.database, businessId)).toMatchObject({ totals: [], changes: [] })
})

test('a business goes with all that is noted of it, and no other one’s', async () => {
  const other = await addBusiness(app.database)
  await withTenant(app.database, other, ({ client }) =>
    client.query(addExpenses(other, 1, `date '2026-11-01'`)),
  )
  await run(addExpenses(businessId, 3, `date '2026-11-01'`))
  await run(addInvoices(businessId, 3, `date '2026-11-01'`))
  await rollUpMoneyOf(app.deps, businessId)
  await run(addExpenses(businessId, 3, `date '2026-11-01'`))
  await run(`update businesses set deletion_requested_at = now() - interval '8 days', delete_after = now()`)
  const removed = await withPlatform(app.database, ({ client }) =>
    client.query('delete from businesses where id = $1', [businessId]),
  )
  expect(removed.rowCount).toBe(1)
  expect(await readMoney(app.database, businessId)).toMatchObject({ totals: [], changes: [], real: {} })
  expect(Object.keys(await expectRightMoney(app.database, other))).toHaveLength(2)
})
