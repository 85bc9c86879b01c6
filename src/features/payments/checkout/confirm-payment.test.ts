import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { markPaid } from '../../../../test/support/fixtures/invoices.ts'
import { confirm, deliver, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { confirmPayment, payDemo, recordPayment } from '../contract.ts'
import { reconcileCheckout } from './reconcile-checkout.ts'

let app: TestApp
let cards: FakeCards
let businessId: string
let cookie: string
let id: string

beforeAll(async () => {
  cards = createFakeCards({ now: () => new Date('2026-11-05T23:30:00Z') })
  app = await createTestApp({ now: () => new Date('2026-11-05T12:00:00Z'), cards: cards.provider })
  const owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  cookie = owner.cookie
})
beforeEach(async () => {
  cards.failure = null
  id = await addInvoiceRow(app.database, businessId)
})
afterAll(() => app.close())

const open = () => openPage(app, businessId, id)
const books = () => readLedger(app, businessId, id)

async function confirmation(sessionId: string | null) {
  return answerOf(confirmPayment, await confirm(app, id, sessionId))
}

describe('coming back from the provider’s page', () => {
  test('paid: it is confirmed and written with everything that follows from it', async () => {
    const { sessionId, checkoutId } = await open()
    const paymentId = cards.pay(sessionId)
    expect(await confirmation(sessionId)).toEqual({
      state: 'confirmed',
      currency: 'USD',
      locale: 'en-US',
      number: id.slice(0, 8).toUpperCase(),
      company: 'Riverside Studio',
      amountMinor: 125_000,
      // In Zurich it is the next day.
      paidOn: '2026-11-06',
      reason: null,
      receiptSent: true,
      isTest: true,
      together: [],
    })
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 125_000, openMinor: 0 },
      checkout: { id: checkoutId, state: 'complete' },
      payments: [{ method: 'card', amountMinor: 125_000, providerPaymentId: paymentId, checkoutId }],
      events: ['paid 125000'],
      mails: ['payment-received', 'receipt'],
    })
  })

  test('paid in another currency than the checkout’s: it is not believed', async () => {
    const { sessionId } = await open()
    cards.pay(sessionId, 125_000, 'EUR')
    expect(await problemOf(await confirm(app, id, sessionId))).toMatchObject({ code: 'CARD_PROVIDER_FAILED' })
    expect(await books()).toMatchObject({ invoice: { status: 'pending' }, payments: [], mails: [] })
  })

  test('looking again changes nothing and needs no provider', async () => {
    const { sessionId } = await open()
    cards.pay(sessionId)
    const first = await confirmation(sessionId)
    const before = await books()
    cards.failure = { kind: 'unreachable' }
    expect(await confirmation(sessionId)).toEqual(first)
    expect(await books()).toEqual(before)
  })

  test('on its way: it is pending, then confirmed', async () => {
    const { sessionId } = await open()
    cards.set(sessionId, { state: 'processing' })
    expect(await confirmation(sessionId)).toMatchObject({
      state: 'pending',
      amountMinor: null,
      reason: null,
      receiptSent: false,
    })
    expect(await confirmation(null)).toMatchObject({ state: 'pending' })
    expect((await books()).invoice?.status).toBe('pending')
    cards.pay(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
  })

  test('declined, left or too late: it failed, and the page says why', async () => {
    const { sessionId } = await open()
    expect(await confirmation(sessionId)).toMatchObject({
      state: 'failed',
      reason: 'The payment was not completed.',
    })
    cards.set(sessionId, { state: 'open', declined: 'Your card was declined.' })
    expect(await confirmation(sessionId)).toMatchObject({
      state: 'failed',
      reason: 'Your card was declined.',
    })
    cards.set(sessionId, { state: 'expired', declined: null })
    expect(await confirmation(sessionId)).toMatchObject({
      state: 'failed',
      reason: 'The payment page has expired.',
    })
    expect(await books()).toMatchObject({ payments: [], checkout: { state: 'expired' } })
  })

  test('without a session it tells how the invoice stands', async () => {
    expect(await confirmation(null)).toMatchObject({
      state: 'failed',
      reason: 'This invoice has not been paid yet.',
    })
    await app.send(payDemo, { params: { id } })
    expect(await confirmation(null)).toMatchObject({
      state: 'confirmed',
      amountMinor: 125_000,
      paidOn: '2026-11-05',
      isTest: true,
    })
  })

  test('what was paid in part by a test is not called a test', async () => {
    const received = { method: 'cash' as const, amountMinor: 25_000, receivedOn: '2026-11-05' }
    const body = { ...received, note: '', sendReceipt: false, requestId: randomUUID() }
    expect((await app.send(recordPayment, { params: { id }, body }, { cookie })).ok).toBe(true)
    await app.send(payDemo, { params: { id } })
    expect(await confirmation(null)).toMatchObject({
      state: 'confirmed',
      amountMinor: 125_000,
      isTest: false,
    })
  })

  test('a session that failed is no bad news for an invoice that is paid', async () => {
    const { sessionId } = await open()
    await markPaid(app, businessId, id)
    cards.set(sessionId, { state: 'expired', declined: null })
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed', amountMinor: 125_000 })
  })
})

describe('refused', () => {
  test('a session of another invoice, or none at all', async () => {
    const other = await addInvoiceRow(app.database, businessId)
    const { sessionId } = await openPage(app, businessId, other)
    cards.pay(sessionId)
    for (const foreign of [sessionId, 'cs_unknown', randomUUID()]) {
      const response = await confirm(app, id, foreign)
      expect(response.status).toBe(404)
      expect(await problemOf(response)).toMatchObject({ message: 'This invoice could not be found.' })
    }
    expect(await books()).toMatchObject({ payments: [] })
    expect((await readLedger(app, businessId, other)).payments).toEqual([])
  })

  test('fields that it does not know', async () => {
    const { sessionId } = await open()
    for (const extra of [{ successUrl: 'https://evil.example' }, { amount: 1 }, { amountMinor: 1 }]) {
      const body = { sessionId, ...extra }
      const response = await app.send(confirmPayment, { params: { id }, body })
      expect(response.status).toBe(422)
    }
  })

  test('when the provider cannot be asked: nothing is paid, and asking again works', async () => {
    const { sessionId } = await open()
    cards.pay(sessionId)
    for (const kind of ['unreachable', 'refused', 'declined', 'malformed'] as const) {
      cards.failure = { kind }
      expect(await problemOf(await confirm(app, id, sessionId))).toMatchObject({
        code: 'CARD_PROVIDER_FAILED',
        message: 'There was a problem processing your payment',
      })
    }
    expect(await books()).toMatchObject({ payments: [], invoice: { status: 'pending' } })
    cards.failure = null
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
  })

  test('an answer about somebody else’s session', async () => {
    const { sessionId } = await open()
    cards.pay(sessionId)
    const session = cards.sessionOf(sessionId)
    session.facts = { ...session.facts, reference: randomUUID() }
    expect(await problemOf(await confirm(app, id, sessionId))).toMatchObject({ code: 'CARD_PROVIDER_FAILED' })
    expect(await books()).toMatchObject({ payments: [] })
  })
})

describe('races', () => {
  test('return page, webhook and reconcile at once write one payment', async () => {
    for (let round = 0; round < 15; round += 1) {
      id = await addInvoiceRow(app.database, businessId)
      const { sessionId, checkoutId } = await open()
      cards.pay(sessionId)
      const event = cards.checkoutEvent(sessionId)
      const [first, second, third, fourth] = await Promise.all([
        confirm(app, id, sessionId),
        deliver(app, event),
        deliver(app, cards.checkoutEvent(sessionId)),
        deliver(app, event),
        confirm(app, id, sessionId),
        reconcileCheckout(app.deps, { businessId, id: checkoutId }),
      ])
      expect([first, second, third, fourth].map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const { payments, events, mails } = await books()
      expect(payments).toHaveLength(1)
      expect(events).toEqual(['paid 125000'])
      expect(mails).toEqual(['payment-received', 'receipt'])
    }
  })

  test('an answer that was given before the payment and comes after it takes nothing back', async () => {
    const { sessionId } = await open()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let isFirst = true
    cards.beforeAnswer = async () => {
      if (!isFirst) return
      isFirst = false
      await held
    }
    const slow = confirm(app, id, sessionId)
    await expect.poll(() => isFirst).toBe(false)
    cards.pay(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
    release()
    expect(await answerOf(confirmPayment, await slow)).toMatchObject({ state: 'confirmed' })
    cards.beforeAnswer = undefined
    expect(await books()).toMatchObject({ checkout: { state: 'complete' }, invoice: { status: 'paid' } })
  })
})

describe('the amount that counts is what the provider charged', () => {
  test('two sessions that are both paid: the second is an overpayment, and the owner is told', async () => {
    const first = await open()
    cards.set(first.sessionId, { state: 'expired', declined: null })
    const second = await open()
    cards.pay(second.sessionId)
    await confirmation(second.sessionId)
    cards.pay(first.sessionId)
    await confirmation(first.sessionId)
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 250_000 },
      payments: [{ amountMinor: 125_000 }, { amountMinor: 125_000 }],
      events: ['overpaid 125000', 'paid 125000'],
      mails: ['payment-received', 'payment-received', 'receipt'],
    })
  })

  test('paying early earns the discount', async () => {
    id = await addInvoiceRow(app.database, businessId, { paymentTerms: '2_10_net_30' })
    const { sessionId } = await open()
    cards.pay(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed', amountMinor: 122_500 })
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 122_500, creditedMinor: 2500 },
    })
  })

  test('another amount than that of the offer earns none', async () => {
    id = await addInvoiceRow(app.database, businessId, { paymentTerms: '2_10_net_30' })
    const { sessionId } = await open()
    cards.pay(sessionId, 122_600)
    await confirmation(sessionId)
    expect(await books()).toMatchObject({
      invoice: { status: 'pending', receivedMinor: 122_600, creditedMinor: 0, openMinor: 2400 },
    })
  })

  test('an invoice that became larger meanwhile is paid in part', async () => {
    const { sessionId } = await open()
    await withTenant(app.database, businessId, ({ db }) =>
      db.update(invoices).set({ subtotalMinor: 200_000, totalMinor: 200_000 }).where(eq(invoices.id, id)),
    )
    cards.pay(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed', amountMinor: 125_000 })
    expect(await books()).toMatchObject({
      invoice: { status: 'pending', openMinor: 75_000 },
      events: ['payment 125000'],
      mails: ['payment-received'],
    })
  })
})
