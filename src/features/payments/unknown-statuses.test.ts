import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger, start } from '../../../test/support/fixtures/payments.ts'
import { type FakeCards, connectFakes, createFakeCards } from '../../../test/support/providers/fake-cards.ts'
import { type FakePaypal, createFakePaypal } from '../../../test/support/providers/fake-paypal.ts'
import { saveOwnPaypal } from '../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { confirmPayment, refundPayment } from './contract.ts'
import { reconcile } from './reconcile-payments.ts'
import { syncRefunds } from './refunds/sync-refunds.ts'

/**
 * How the product handles a status that a provider adds later. platform/cards tests how each one is parsed.
 */
const word = 'brand_new_word'
const hour = 3_600_000
let app: TestApp
let cards: FakeCards
let paypal: FakePaypal
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider, connectOwnCards: connectFakes({}) })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  paypal = createFakePaypal({ now: () => now })
  cards.refundState = 'succeeded'
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnPaypal(app, owner.cookie)
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)
const pass = (ms: number) => (now = new Date(now.getTime() + ms))
const warnings = () => app.log.filter((line) => line.includes(word) && line.includes(businessId))

describe.each(['card', 'paypal'] as const)('a checkout by %s with an unknown status', (method) => {
  const at = () => (method === 'card' ? cards : paypal.books)
  async function openUnknown() {
    const page = await openPage(app, businessId, id, method)
    at().set(page.sessionId, { state: 'unknown', unknownStatus: word })
    return page
  }

  test('stays as it is, and is asked about each hour until it is known', async () => {
    const { sessionId } = await openUnknown()
    for (let polls = 1; polls <= 2; polls += 1) {
      pass(hour)
      await reconcile(app.deps)
      expect(await books()).toMatchObject({ checkout: { state: 'open' }, payments: [] })
      expect(warnings()).toHaveLength(polls)
    }
    expect(warnings()[0]).toContain('"level":40')
    at().pay(sessionId)
    pass(hour)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({ invoice: { status: 'paid' }, payments: [{ method }] })
  })

  test('is no failure to the client who returns, and the same page is given again', async () => {
    const { sessionId, url } = await openUnknown()
    expect(await answerOf(confirmPayment, await confirm(app, id, sessionId))).toMatchObject({
      state: 'pending',
      reason: null,
    })
    expect((await openPage(app, businessId, id, method)).url).toBe(url)
    const other = method === 'card' ? 'paypal' : 'card'
    expect(await problemOf(await start(app, id, other))).toMatchObject({ code: 'PAYMENT_UNDER_WAY' })
    at().pay(sessionId)
    await confirm(app, id, sessionId)
    expect((await books()).payments).toHaveLength(1)
  })

  test('that was closed before is looked at until it is known', async () => {
    const { sessionId } = await openPage(app, businessId, id, 'paypal')
    await openPage(app, businessId, id)
    paypal.books.set(sessionId, { state: 'unknown', unknownStatus: word })
    pass(hour)
    await reconcile(app.deps)
    paypal.books.pay(sessionId)
    pass(hour)
    await reconcile(app.deps)
    expect((await books()).payments).toMatchObject([{ method: 'paypal' }])
  })
})

test('an event about it is taken, and counts again when it comes again', async () => {
  const { sessionId } = await openPage(app, businessId, id)
  cards.set(sessionId, { state: 'unknown', unknownStatus: word })
  const event = cards.checkoutEvent(sessionId)
  expect((await deliver(app, event)).status).toBe(200)
  expect((await books()).payments).toEqual([])
  cards.pay(sessionId)
  expect((await deliver(app, event)).status).toBe(200)
  expect((await books()).payments).toHaveLength(1)
})

describe('a refund with an unknown status', () => {
  async function pay() {
    const { sessionId } = await openPage(app, businessId, id)
    const providerPaymentId = cards.pay(sessionId)
    await confirm(app, id, sessionId)
    const paymentId = (await books()).payments[0]?.id ?? ''
    return { businessId, provider: 'card', isOwn: false, paymentId, providerPaymentId } as const
  }
  const unknown = (all: { unknownStatus?: string }[] = []) => {
    for (const one of all) one.unknownStatus = word
  }

  test('that we asked for is pending, made once, and asked about until it is known', async () => {
    const { paymentId, providerPaymentId } = await pay()
    cards.refundState = 'pending'
    const body = { amountMinor: 25_000, requestId: randomUUID() }
    await app.send(refundPayment, { params: { id, paymentId }, body }, { cookie: owner.cookie })
    unknown(cards.refunds.get(providerPaymentId))
    pass(hour)
    await reconcile(app.deps)
    expect((await books()).refunds).toMatchObject([{ state: 'pending', amountMinor: 25_000 }])
    expect(warnings()).toHaveLength(1)
    const [made] = cards.refunds.get(providerPaymentId) ?? []
    delete made?.unknownStatus
    cards.setRefund(made?.providerRefundId ?? '', 'failed')
    pass(hour)
    await reconcile(app.deps)
    expect((await books()).refunds).toMatchObject([{ state: 'failed' }])
    expect(cards.refunds.get(providerPaymentId)).toHaveLength(1)
  })

  test('that went through before stays so', async () => {
    const payment = await pay()
    cards.refundElsewhere(payment.providerPaymentId, 25_000)
    await syncRefunds(app.deps, payment)
    const [made] = cards.refunds.get(payment.providerPaymentId) ?? []
    cards.setRefund(made?.providerRefundId ?? '', 'pending')
    unknown(cards.refunds.get(payment.providerPaymentId))
    await syncRefunds(app.deps, payment)
    expect((await books()).refunds).toMatchObject([{ state: 'succeeded' }])
  })
})
