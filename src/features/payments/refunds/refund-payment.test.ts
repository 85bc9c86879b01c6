import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { payDemo, refundPayment } from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'
import { syncRefunds } from './sync-refunds.ts'

let app: TestApp
let cards: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let paymentId: string
let providerPaymentId: string
let now: Date

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  cards.failure = null
  cards.losesAnswerTo = null
  cards.refundState = 'succeeded'
  cards.isOtherAccount = false
  id = await addInvoiceRow(app.database, businessId)
  const { sessionId } = await openPage(app, businessId, id)
  providerPaymentId = cards.pay(sessionId)
  await confirm(app, id, sessionId)
  paymentId = (await books()).payments[0]?.id ?? ''
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)

function refund(
  amountMinor: number,
  { requestId = randomUUID(), cookie = owner.cookie, of = paymentId, stillOwed = true } = {},
) {
  return app.send(
    refundPayment,
    { params: { id, paymentId: of }, body: { amountMinor, stillOwed, requestId } },
    { cookie },
  )
}

function refundEvent(payment = providerPaymentId) {
  return cards.event('charge.refunded', { id: 'ch_1', payment_intent: payment })
}

describe('giving back', () => {
  test('the whole, which the client still owes: the invoice is open again', async () => {
    const invoice = await answerOf(refundPayment, await refund(125_000))
    expect(invoice).toMatchObject({ id, openMinor: 125_000, receivedMinor: 0, paidAt: null })
    expect(await books()).toMatchObject({
      invoice: { status: 'pending', receivedMinor: 0 },
      refunds: [{ state: 'succeeded', amountMinor: 125_000, createdBy: owner.session.user.id }],
      events: ['paid 125000', 'refunded 125000'],
    })
  })

  test('in parts, up to what was paid', async () => {
    await answerOf(refundPayment, await refund(100_000))
    const tooMuch = await problemOf(await refund(25_001))
    expect(tooMuch).toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: 'At most $250.00 can be refunded.',
      fields: { amountMinor: 'At most $250.00 can be refunded.' },
    })
    await answerOf(refundPayment, await refund(25_000))
    expect(await problemOf(await refund(1))).toMatchObject({
      message: 'This payment has already been refunded.',
    })
    expect(cards.calls.refund.filter((one) => one.paymentId === providerPaymentId)).toHaveLength(2)
  })

  test('sent twice, or at once, it is made once', async () => {
    const requestId = randomUUID()
    const all = await Promise.all(Array.from({ length: 4 }, () => refund(50_000, { requestId })))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await refund(50_000, { requestId })).status).toBe(200)
    expect(await books()).toMatchObject({ refunds: [{ id: requestId }], invoice: { receivedMinor: 75_000 } })
    expect((await books()).events).toEqual(['paid 125000', 'refunded 50000'])
    expect(cards.refunds.get(providerPaymentId)).toHaveLength(1)
    expect(await problemOf(await refund(60_000, { requestId }))).toMatchObject({ code: 'NOT_REFUNDABLE' })
  })

  test('many at once never give back more than was paid', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => refund(50_000)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await books()).invoice?.receivedMinor).toBe(25_000)
  })
})

describe('refused', () => {
  test('a payment that was no card payment', async () => {
    const other = await addInvoiceRow(app.database, businessId)
    await app.send(payDemo, { params: { id: other } })
    const { payments } = await readLedger(app, businessId, other)
    const params = { id: other, paymentId: payments[0]?.id ?? '' }
    const body = { amountMinor: 100, requestId: randomUUID() }
    const response = await app.send(refundPayment, { params, body }, { cookie: owner.cookie })
    expect(await problemOf(response)).toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: 'Only payments by card or PayPal can be refunded here.',
    })
  })

  test('a payment of another invoice or another business', async () => {
    expect((await refund(100, { of: randomUUID() })).status).toBe(404)
    const stranger = await app.signUpAndIn()
    expect((await refund(100, { cookie: stranger.cookie })).status).toBe(404)
    expect((await refund(100, { cookie: '' })).status).toBe(401)
    expect((await books()).refunds).toEqual([])
  })

  test('nothing, less than nothing, and fields that it does not know', async () => {
    expect((await refund(0)).status).toBe(422)
    expect((await refund(-5)).status).toBe(422)
    const body = { amountMinor: 5, requestId: randomUUID(), paymentIntent: 'pi_other' }
    const response = await app.send(
      refundPayment,
      { params: { id, paymentId }, body },
      { cookie: owner.cookie },
    )
    expect(response.status).toBe(422)
  })
})

describe('the provider', () => {
  test.each(['declined', 'refused'] as const)('%s it: nothing was given back', async (kind) => {
    cards.failure = { kind, only: 'refund' }
    const requestId = randomUUID()
    for (let time = 0; time < 2; time += 1) {
      expect(await problemOf(await refund(125_000, { requestId }))).toMatchObject({
        code: 'CARD_PROVIDER_FAILED',
        message: 'The card provider refused the refund. Nothing was refunded.',
      })
    }
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 125_000 },
      refunds: [{ state: 'failed' }],
      events: ['paid 125000', 'refund-failed 125000'],
      mails: ['payment-received', 'receipt'],
    })
    cards.failure = null
    expect((await refund(125_000)).status).toBe(200)
  })

  test.each(['unreachable', 'malformed'] as const)(
    'gave no answer (%s): the amount is held, and it is tried again by itself',
    async (kind) => {
      cards.failure = { kind }
      expect(await problemOf(await refund(100_000))).toMatchObject({
        code: 'CARD_PROVIDER_FAILED',
        message: 'The card provider couldn’t be reached. We’ll try the refund again.',
      })
      expect(await books()).toMatchObject({
        invoice: { status: 'paid', receivedMinor: 125_000 },
        refunds: [{ state: 'requested' }],
      })
      expect(await problemOf(await refund(50_000))).toMatchObject({ code: 'NOT_REFUNDABLE' })
      cards.failure = null
      await reconcile(app.deps)
      expect((await books()).refunds).toMatchObject([{ state: 'requested' }])
      now = new Date(now.getTime() + 121_000)
      await reconcile(app.deps)
      await reconcile(app.deps)
      expect(await books()).toMatchObject({
        invoice: { receivedMinor: 25_000 },
        refunds: [{ state: 'succeeded' }],
        events: ['paid 125000', 'refunded 100000'],
      })
    },
  )

  test('lost its answer: it is made once', async () => {
    cards.losesAnswerTo = 'refund'
    expect((await refund(100_000)).status).toBe(502)
    cards.losesAnswerTo = null
    now = new Date(now.getTime() + 121_000)
    await reconcile(app.deps)
    expect(cards.refunds.get(providerPaymentId)).toHaveLength(1)
    expect(await books()).toMatchObject({
      invoice: { receivedMinor: 25_000 },
      refunds: [{ state: 'succeeded' }],
    })
  })

  test.each(['reconcile', 'the same request'])(
    'lost its answer and has forgotten what it was asked: it is made once (%s)',
    async (way) => {
      const requestId = randomUUID()
      cards.losesAnswerTo = 'refund'
      expect((await refund(50_000, { requestId })).status).toBe(502)
      cards.losesAnswerTo = null
      cards.forgetReferences()
      now = new Date(now.getTime() + 25 * 3_600_000)
      if (way === 'reconcile') await reconcile(app.deps)
      else expect((await refund(50_000, { requestId })).status).toBe(200)
      expect(cards.refunds.get(providerPaymentId)).toHaveLength(1)
      expect(await books()).toMatchObject({
        invoice: { receivedMinor: 75_000 },
        refunds: [{ id: requestId, state: 'succeeded' }],
        events: ['paid 125000', 'refunded 50000'],
      })
    },
  )

  test('does not know the payment: nothing was given back, at once or later', async () => {
    cards.isOtherAccount = true
    expect(await problemOf(await refund(50_000))).toMatchObject({
      message: 'The card provider refused the refund. Nothing was refunded.',
    })
    cards.failure = { kind: 'unreachable' }
    await refund(25_000)
    cards.failure = null
    now = new Date(now.getTime() + 121_000)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 125_000 },
      refunds: [{ state: 'failed' }, { state: 'failed' }],
    })
  })

  test('has made it before and refuses it now: what it lists counts', async () => {
    cards.losesAnswerTo = 'refund'
    await refund(125_000)
    cards.losesAnswerTo = null
    // As if the provider had forgotten the key: nothing is left to refund.
    cards.failure = { kind: 'refused', only: 'refund' }
    now = new Date(now.getTime() + 121_000)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({ invoice: { receivedMinor: 0 }, refunds: [{ state: 'succeeded' }] })
  })

  test('refuses a retry: the owner, who does not wait for it any more, gets a mail', async () => {
    cards.failure = { kind: 'unreachable' }
    await refund(125_000)
    cards.failure = { kind: 'declined', only: 'refund' }
    now = new Date(now.getTime() + 121_000)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({
      refunds: [{ state: 'failed' }],
      mails: ['payment-received', 'payment-received', 'receipt'],
    })
  })
})

describe('what the provider tells of refunds', () => {
  const link = () => ({ businessId, provider: 'card' as const, isOwn: false, paymentId, providerPaymentId })

  test('one made in its dashboard is written once, and by default is not owed again', async () => {
    cards.refundElsewhere(providerPaymentId, 40_000)
    const event = refundEvent()
    await Promise.all([deliver(app, event), deliver(app, refundEvent()), deliver(app, event)])
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 85_000, waivedMinor: 40_000, openMinor: 0 },
      refunds: [{ amountMinor: 40_000, state: 'succeeded', createdBy: null }],
      events: ['paid 125000', 'refunded 40000'],
    })
  })

  test('one in another currency than the payment’s is not believed', async () => {
    Object.assign(cards.refundElsewhere(providerPaymentId, 40_000), { currency: 'EUR' })
    expect((await deliver(app, refundEvent())).ok).toBe(false)
    expect(await books()).toMatchObject({ invoice: { receivedMinor: 125_000 }, refunds: [] })
  })

  test('two that it made of one request are both money', async () => {
    const requestId = randomUUID()
    await refund(50_000, { requestId })
    cards.forgetReferences()
    await cards.provider.refunds.create({
      reference: requestId,
      paymentId: providerPaymentId,
      currency: 'USD',
      amountMinor: 50_000,
    })
    await deliver(app, refundEvent())
    await deliver(app, refundEvent())
    expect(await books()).toMatchObject({
      invoice: { receivedMinor: 25_000 },
      events: ['paid 125000', 'refunded 50000', 'refunded 50000'],
    })
    expect((await books()).refunds).toHaveLength(2)
  })

  test('one that is pending counts; when it comes back later, the money is here again and the owner is told', async () => {
    cards.refundState = 'pending'
    await refund(125_000)
    expect(await books()).toMatchObject({ invoice: { status: 'pending' }, refunds: [{ state: 'pending' }] })
    const [made] = cards.refunds.get(providerPaymentId) ?? []
    cards.setRefund(made?.providerRefundId ?? '', 'succeeded')
    await deliver(app, refundEvent())
    expect((await books()).events).toEqual(['paid 125000', 'refunded 125000'])
    cards.setRefund(made?.providerRefundId ?? '', 'failed')
    await deliver(app, refundEvent())
    await deliver(app, refundEvent())
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 125_000 },
      refunds: [{ state: 'failed' }],
      events: ['paid 125000', 'refund-failed 125000', 'refunded 125000'],
      mails: ['payment-received', 'payment-received', 'receipt', 'refund'],
    })
  })

  test('an answer that comes late takes nothing back', async () => {
    cards.refundState = 'pending'
    await refund(125_000)
    const [made] = cards.refunds.get(providerPaymentId) ?? []
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let isFirst = true
    cards.beforeAnswer = async (name) => {
      if (name !== 'listRefunds' || !isFirst) return
      isFirst = false
      await held
    }
    const slow = syncRefunds(app.deps, link())
    await expect.poll(() => isFirst).toBe(false)
    cards.setRefund(made?.providerRefundId ?? '', 'succeeded')
    await syncRefunds(app.deps, link())
    release()
    await slow
    cards.beforeAnswer = undefined
    expect((await books()).refunds).toMatchObject([{ state: 'succeeded' }])
  })

  test('an event that cannot be looked into is sent again', async () => {
    cards.refundElsewhere(providerPaymentId, 10_000)
    const event = refundEvent()
    cards.failure = { kind: 'unreachable' }
    expect((await deliver(app, event)).status).toBe(502)
    cards.failure = null
    expect((await deliver(app, event)).status).toBe(200)
    expect((await books()).refunds).toHaveLength(1)
  })
})
