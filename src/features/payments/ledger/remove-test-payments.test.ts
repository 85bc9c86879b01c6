import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { connectFakes, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { saveOwnStripe } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { dateIn } from '../../../shared/dates.ts'
import { getDashboard } from '../../dashboard/contract.ts'
import { getFigure } from '../../figures/contract.ts'
import { getInvoiceSummary, getTimeline, listInvoices } from '../../invoices/contract.ts'
import * as contract from '../contract.ts'

let app: TestApp
const cards = createFakeCards()
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string

beforeAll(async () => {
  app = await createTestApp({ cards: cards.provider, connectOwnCards: connectFakes({}) })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})

const asOwner = () => ({ cookie: owner.cookie })
const read = async () =>
  answerOf(contract.getTestPayments, await app.send(contract.getTestPayments, {}, asOwner()))
const remove = async () =>
  answerOf(contract.removeTestPayments, await app.send(contract.removeTestPayments, {}, asOwner()))
const books = (id: string) => readLedger(app, businessId, id)
const addInvoice = (overrides = {}) => addInvoiceRow(app.database, businessId, overrides)

async function payDemo(id: string) {
  expect((await app.send(contract.payDemo, { params: { id } })).ok).toBe(true)
}

async function payByCard(id: string) {
  const { sessionId } = await openPage(app, businessId, id)
  const providerPaymentId = cards.pay(sessionId)
  expect((await confirm(app, id, sessionId)).ok).toBe(true)
  const { payments } = await books(id)
  return { providerPaymentId, paymentId: payments[0]!.id }
}

async function note(id: string, amountMinor: number) {
  const receivedOn = dateIn('Europe/Zurich', new Date())
  const requestId = randomUUID()
  const body = { method: 'cash' as const, amountMinor, receivedOn, note: '', sendReceipt: false, requestId }
  const response = await app.send(contract.recordPayment, { params: { id }, body }, asOwner())
  expect(response.ok).toBe(true)
}

async function refund(id: string, paymentId: string, amountMinor: number) {
  const body = { amountMinor, requestId: randomUUID() }
  return app.send(contract.refundPayment, { params: { id, paymentId }, body }, asOwner())
}

const dashboard = async () => answerOf(getDashboard, await app.send(getDashboard, {}, asOwner()))
const summary = async () => answerOf(getInvoiceSummary, await app.send(getInvoiceSummary, {}, asOwner()))
const received = async () =>
  answerOf(getFigure, await app.send(getFigure, { params: { figure: 'received' }, query: {} }, asOwner()))
const listed = async () =>
  (await answerOf(listInvoices, await app.send(listInvoices, { query: {} }, asOwner()))).invoices

test('payments that moved no money are named in every sum of money received, and marked in every list', async () => {
  const [demo, card, real] = [await addInvoice(), await addInvoice(), await addInvoice()]
  await payDemo(demo)
  const { paymentId, providerPaymentId } = await payByCard(card)
  await refund(card, paymentId, 25_000)
  const dispute = cards.dispute(providerPaymentId, { amountMinor: 30_000 })
  expect((await deliver(app, cards.disputeEvent('created', dispute))).ok).toBe(true)
  await note(real, 40_000)
  const testMinor = 125_000 + 125_000 - 25_000 - 30_000
  expect(await summary()).toMatchObject({ paid: { minor: testMinor + 40_000 }, testMinor })
  const { cashBalance, received: sum, tests, months } = await dashboard()
  expect({ cashBalance, sum: sum.minor, tests }).toMatchObject({
    cashBalance: { minor: testMinor + 40_000, from: 'ledger', afterCardsMinor: null },
    sum: testMinor + 40_000,
    tests: { minor: testMinor, count: 2 },
  })
  expect(months.at(-1)).toMatchObject({ inMinor: testMinor + 40_000, testMinor })
  const figure = await received()
  expect(figure).toMatchObject({ minor: testMinor + 40_000, testMinor })
  expect(
    figure.rows.map((row) => ('isTest' in row ? `${row.kind} ${row.method} ${row.isTest}` : '')).toSorted(),
  ).toEqual([
    'dispute card true',
    'payment card true',
    'payment cash false',
    'payment demo true',
    'refund card true',
  ])
  const items = await listed()
  const marked = items.filter(({ hasTestPayments }) => hasTestPayments).map(({ id }) => id)
  expect(marked.toSorted()).toEqual([demo, card].toSorted())
  const { entries } = await answerOf(
    getTimeline,
    await app.send(getTimeline, { params: { id: card } }, asOwner()),
  )
  const events = entries.filter(({ amountMinor }) => amountMinor !== null)
  expect(events.map(({ kind, isTest }) => `${kind} ${isTest}`)).toEqual([
    'disputed true',
    'refunded true',
    'paid true',
  ])
})

test('removed in one step, they count nowhere, stay in the ledger, and what they paid is owed again', async () => {
  const [demo, card, mixed] = [await addInvoice(), await addInvoice(), await addInvoice()]
  await note(mixed, 25_000)
  await payDemo(mixed)
  await payDemo(demo)
  const { paymentId } = await payByCard(card)
  await refund(card, paymentId, 25_000)
  await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_live_own1' })
  expect(await read()).toEqual({
    currency: 'USD',
    other: [],
    count: 3,
    minor: 125_000 + 125_000 + 100_000 - 25_000,
    invoiceCount: 3,
    areAllowed: false,
  })
  expect(await remove()).toEqual({ count: 3 })
  expect(await read()).toMatchObject({ count: 0, minor: 0, invoiceCount: 0 })
  expect(await summary()).toMatchObject({
    paid: { minor: 25_000, count: 0 },
    outstanding: { minor: 350_000 },
    testMinor: 0,
  })
  expect((await dashboard()).tests).toMatchObject({ minor: 0, count: 0 })
  expect(await received()).toMatchObject({ minor: 25_000, count: 1, testMinor: 0 })
  expect((await listed()).every(({ hasTestPayments }) => !hasTestPayments)).toBe(true)
  const { invoice, refunds, events } = await books(card)
  expect(invoice).toMatchObject({ status: 'pending', receivedMinor: 0, openMinor: 125_000 })
  expect(refunds).toMatchObject([{ state: 'removed' }])
  expect(events).toContain('undone 125000')
  expect((await books(mixed)).invoice).toMatchObject({ status: 'pending', openMinor: 100_000 })
  const ledger = await answerOf(
    contract.listPayments,
    await app.send(contract.listPayments, { params: { id: card } }, asOwner()),
  )
  expect(ledger.payments).toMatchObject([
    { isTest: true, canUndo: false, refundableMinor: 0, refunds: [{ state: 'removed' }] },
  ])
  expect(ledger.payments[0]!.undoneAt).not.toBeNull()
})

test('reopened invoices begin their reminders anew instead of catching up', async () => {
  const id = await addInvoice({ sendReminder: true, dueDate: '2026-01-01' })
  await payDemo(id)
  const before = Date.now()
  await remove()
  expect((await books(id)).invoice!.remindersSince!.getTime()).toBeGreaterThanOrEqual(before - 1000)
})

test('twice at once and once more removes each once', async () => {
  const ids = [await addInvoice(), await addInvoice(), await addInvoice()]
  for (const id of ids) await payDemo(id)
  const counts = (await Promise.all([remove(), remove()])).map(({ count }) => count)
  expect(counts.toSorted()).toEqual([0, 3])
  expect(await remove()).toEqual({ count: 0 })
  for (const id of ids) expect((await books(id)).events).toEqual(['paid 125000', 'undone 125000'])
})

test('what is told of a removed payment later changes nothing, and it cannot be refunded', async () => {
  const id = await addInvoice()
  const { providerPaymentId, paymentId } = await payByCard(id)
  await remove()
  cards.refundElsewhere(providerPaymentId, 30_000)
  await deliver(app, cards.event('charge.refunded', { payment_intent: providerPaymentId }))
  expect((await books(id)).refunds).toEqual([])
  expect(await received()).toMatchObject({ minor: 0, count: 0 })
  expect(await problemOf(await refund(id, paymentId, 100))).toMatchObject({ code: 'NOT_REFUNDABLE' })
})

test('another business keeps its own', async () => {
  const id = await addInvoice()
  await payDemo(id)
  const stranger = await app.signUpAndIn()
  const response = await app.send(contract.removeTestPayments, {}, { cookie: stranger.cookie })
  expect(await answerOf(contract.removeTestPayments, response)).toEqual({ count: 0 })
  expect((await books(id)).invoice).toMatchObject({ status: 'paid' })
})
