import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import { type FakePaypal, createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import {
  readAccesses,
  removeOwnAccount,
  saveOwnPaypal,
} from '../../../../test/support/providers/own-accounts.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../../test/support/test-app.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { confirmPayment, listPayments, payDemo, refundPayment, undoPayment } from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'

const minute = 60_000
let app: TestApp
let cards: FakeCards
let paypal: FakePaypal
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({
    now: () => now,
    cards: cards.provider,
    connectOwnCards: connectFakes({}),
  })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  paypal = createFakePaypal({ now: () => now })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnPaypal(app, owner.cookie)
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)
const open = () => openPage(app, businessId, id, 'paypal')
const pass = (ms: number) => (now = new Date(now.getTime() + ms))
const stateOf = (sessionId: string) => paypal.books.sessionOf(sessionId).facts.state

async function confirmation(sessionId: string) {
  return answerOf(confirmPayment, await confirm(app, id, sessionId))
}

async function changeTotal(totalMinor: number) {
  await withTenant(app.database, businessId, ({ db }) =>
    db.update(invoices).set({ subtotalMinor: totalMinor, totalMinor }),
  )
}

async function pay() {
  const { sessionId } = await open()
  paypal.approve(sessionId)
  await confirmation(sessionId)
  const [payment] = (await books()).payments
  return { paymentId: payment?.id ?? '', providerPaymentId: payment?.providerPaymentId ?? '' }
}

describe('paying', () => {
  test('asks with our own addresses, and takes the money when the client comes back', async () => {
    const { sessionId, checkoutId } = await open()
    expect(paypal.books.calls.create).toMatchObject([
      {
        reference: checkoutId,
        amountMinor: 125_000,
        successUrl: `${testOrigin}/payment-success?invoice_id=${id}`,
        cancelUrl: `${testOrigin}/invoices/${id}/view?canceled=true`,
      },
    ])
    expect(await confirmation(sessionId)).toMatchObject({
      state: 'failed',
      reason: 'The payment was not completed.',
    })
    paypal.approve(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed', amountMinor: 125_000 })
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed', amountMinor: 125_000 })
    expect(await books()).toMatchObject({
      invoice: { status: 'paid' },
      checkout: { state: 'complete', provider: 'paypal', isOwn: true, needsRecheck: false },
      payments: [{ method: 'paypal', isOwn: true, amountMinor: 125_000 }],
      mails: ['payment-received', 'receipt'],
    })
    expect((await readAccesses(app, businessId)).map(({ reason }) => reason)).toContain(
      'To confirm a payment',
    )
  })

  test('a second tab gets the same page', async () => {
    const first = await open()
    expect((await open()).url).toBe(first.url)
    expect(paypal.books.sessions.size).toBe(1)
  })

  test('is refused where the business has no PayPal account in force', async () => {
    await removeOwnAccount(app, owner.cookie, 'paypal')
    expect(await problemOf(await start(app, id, 'paypal'))).toMatchObject({ code: 'NOT_CONFIGURED' })
    expect((await books()).checkouts).toEqual([])
  })

  test('somebody who agreed and did not come back is found by the hourly look', async () => {
    const { sessionId } = await open()
    paypal.approve(sessionId)
    pass(11 * minute)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({ invoice: { status: 'paid' }, payments: [{ method: 'paypal' }] })
  })
})

describe('choosing another way', () => {
  test('card instead of PayPal: what is agreed to on the old page is not taken any more', async () => {
    const { sessionId } = await open()
    pass(1000)
    const card = await openPage(app, businessId, id)
    expect(cards.sessions.has(card.sessionId)).toBe(true)
    paypal.approve(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({
      state: 'failed',
      reason: 'The payment page has expired.',
    })
    expect(stateOf(sessionId)).toBe('open')
    cards.pay(card.sessionId)
    expect(await confirmation(card.sessionId)).toMatchObject({ state: 'confirmed' })
    pass(11 * minute)
    await reconcile(app.deps)
    expect(stateOf(sessionId)).toBe('open')
    expect((await books()).payments).toMatchObject([{ method: 'card', isOwn: false }])
  })

  test('PayPal instead of card closes the card’s page', async () => {
    const card = await openPage(app, businessId, id)
    pass(1000)
    await open()
    expect(cards.sessionOf(card.sessionId).facts.state).toBe('expired')
    expect((await books()).checkouts.map(({ provider, state }) => [provider, state])).toEqual([
      ['card', 'expired'],
      ['paypal', 'open'],
    ])
  })

  test('PayPal after it was paid by card in another tab', async () => {
    const card = await openPage(app, businessId, id)
    cards.pay(card.sessionId)
    expect(await problemOf(await start(app, id, 'paypal'))).toMatchObject({ code: 'INVOICE_PAID' })
    expect(paypal.books.calls.create).toEqual([])
  })
})

describe('money is not taken for what is not due any more', () => {
  test('paid another way meanwhile', async () => {
    const { sessionId } = await open()
    await app.send(payDemo, { params: { id } })
    paypal.approve(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
    expect(stateOf(sessionId)).toBe('open')
    expect((await books()).payments).toMatchObject([{ method: 'demo' }])
  })

  test('another amount is due', async () => {
    const { sessionId } = await open()
    paypal.approve(sessionId)
    await changeTotal(90_000)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'failed' })
    pass(11 * minute)
    await reconcile(app.deps)
    expect(stateOf(sessionId)).toBe('open')
  })

  test('later than the page was good for', async () => {
    const { sessionId } = await open()
    paypal.approve(sessionId)
    pass(24 * 60 * minute)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'failed' })
    expect(stateOf(sessionId)).toBe('open')
  })

  test('but a price that was offered when the page was opened is kept for those who are on it', async () => {
    id = await addInvoiceRow(app.database, businessId, { paymentTerms: '2_10_net_30' })
    now = new Date('2026-11-11T22:55:00Z')
    const { sessionId } = await open()
    paypal.approve(sessionId)
    pass(10 * minute)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed', amountMinor: 122_500 })
    expect((await books()).invoice).toMatchObject({ status: 'paid', creditedMinor: 2500 })
  })
})

describe('an answer that is lost', () => {
  test('while the money is taken: it is found when somebody looks again', async () => {
    const { sessionId } = await open()
    paypal.approve(sessionId)
    paypal.books.losesAnswerTo = 'read'
    expect((await confirm(app, id, sessionId)).status).toBe(502)
    paypal.books.losesAnswerTo = null
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
    expect((await books()).payments).toHaveLength(1)
  })

  test('and the visit is closed before the money has arrived there: it is looked at once more', async () => {
    const { sessionId } = await open()
    await openPage(app, businessId, id)
    // A request from before the page was closed is processed only now.
    paypal.books.pay(sessionId)
    pass(9 * minute)
    await reconcile(app.deps)
    expect((await books()).payments).toEqual([])
    pass(2 * minute)
    await reconcile(app.deps)
    expect((await books()).payments).toMatchObject([{ method: 'paypal', amountMinor: 125_000 }])
    paypal.books.calls.read.length = 0
    pass(60 * minute)
    await reconcile(app.deps)
    expect(paypal.books.calls.read).not.toContain(sessionId)
  })

  test('and takes its days: it is looked for until it comes', async () => {
    const { sessionId } = await open()
    await openPage(app, businessId, id)
    paypal.books.set(sessionId, { state: 'processing' })
    for (let polls = 0; polls < 3; polls += 1) {
      pass(60 * minute)
      await reconcile(app.deps)
      expect((await books()).payments).toEqual([])
    }
    paypal.books.pay(sessionId)
    pass(60 * minute)
    await reconcile(app.deps)
    expect((await books()).payments).toMatchObject([{ method: 'paypal' }])
  })

  test('a closed visit that nobody answers for is let go when it would be over', async () => {
    await open()
    await openPage(app, businessId, id)
    await removeOwnAccount(app, owner.cookie, 'paypal')
    const waiting = async () => (await books()).checkouts.filter(({ needsRecheck }) => needsRecheck)
    pass(11 * minute)
    await reconcile(app.deps)
    expect(await waiting()).toHaveLength(1)
    pass(24 * 60 * minute)
    await reconcile(app.deps)
    expect(await waiting()).toEqual([])
  })
})

describe('giving back', () => {
  const refund = (paymentId: string, amountMinor: number) =>
    app.send(
      refundPayment,
      { params: { id, paymentId }, body: { amountMinor, requestId: randomUUID() } },
      { cookie: owner.cookie },
    )

  test('is done at PayPal, up to what was paid, and cannot be undone here', async () => {
    const { paymentId, providerPaymentId } = await pay()
    const params = { id, paymentId }
    const ledger = async () =>
      answerOf(listPayments, await app.send(listPayments, { params: { id } }, { cookie: owner.cookie }))
    expect((await ledger()).payments).toMatchObject([
      { method: 'paypal', canUndo: false, refundableMinor: 125_000 },
    ])
    await answerOf(refundPayment, await refund(paymentId, 25_000))
    expect(paypal.books.refunds.get(providerPaymentId)).toMatchObject([{ amountMinor: 25_000 }])
    expect((await ledger()).payments).toMatchObject([{ refundableMinor: 100_000 }])
    expect((await refund(paymentId, 100_001)).status).toBe(409)
    expect(await problemOf(await app.send(undoPayment, { params }, { cookie: owner.cookie }))).toMatchObject({
      code: 'NOT_UNDOABLE',
      message: 'PayPal payments are refunded, not undone.',
    })
    expect(cards.calls.refund).toEqual([])
  })

  test('what takes days there and comes back in the end is found by the hourly look, and the owner told', async () => {
    const { paymentId, providerPaymentId } = await pay()
    paypal.books.refundState = 'pending'
    await answerOf(refundPayment, await refund(paymentId, 25_000))
    expect((await books()).refunds).toMatchObject([{ state: 'pending' }])
    const [made] = paypal.books.refunds.get(providerPaymentId) ?? []
    paypal.books.setRefund(made?.providerRefundId ?? '', 'failed')
    pass(31 * minute)
    await reconcile(app.deps)
    await reconcile(app.deps)
    const { refunds, mails, invoice } = await books()
    expect(refunds).toMatchObject([{ state: 'failed' }])
    expect(invoice).toMatchObject({ status: 'paid', openMinor: 0 })
    expect(mails.filter((kind) => kind === 'payment-received')).toHaveLength(2)
  })

  test('says that it was not made, and what to do', async () => {
    const { paymentId } = await pay()
    paypal.books.isOtherAccount = true
    const { message } = await problemOf(await refund(paymentId, 1000))
    expect(message).toMatch(/nothing was refunded\. .*your own PayPal account. Make the refund at PayPal/)
    paypal.books.isOtherAccount = false
    paypal.books.failure = { kind: 'unreachable' }
    expect(await problemOf(await refund(paymentId, 1000))).toMatchObject({
      message: 'PayPal couldn’t be reached. We’ll try the refund again.',
    })
  })
})

test('an event of a card provider has no say about PayPal, though it names the visit and is signed well', async () => {
  const { sessionId, checkoutId } = await open()
  paypal.approve(sessionId)
  const object = { id: sessionId, mode: 'payment', client_reference_id: checkoutId }
  expect((await deliver(app, cards.event('checkout.session.completed', object))).status).toBe(200)
  expect(stateOf(sessionId)).toBe('open')
  expect((await books()).payments).toEqual([])
})
