import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import { type FakePaypal, createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import { saveOwnPaypal, saveOwnStripe } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { getIntegrations } from '../../integrations/contract.ts'
import { confirmPayment, getPaymentOptions } from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'
import { payAnotherWay } from './card-failure.ts'

const hour = 3_600_000
let app: TestApp
let own: FakeCards
let paypal: FakePaypal
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date

beforeAll(async () => {
  app = await createTestApp({
    now: () => now,
    connectOwnCards: (keys) => connectFakes({ sk_test_own1: own })(keys),
  })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  own = createFakeCards({ now: () => now })
  paypal = createFakePaypal({ now: () => now })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
  await saveOwnPaypal(app, owner.cookie)
})
afterAll(() => app.close())

const books = (of = id) => readLedger(app, businessId, of)
const another = () => addInvoiceRow(app.database, businessId)
const pass = (ms: number) => (now = new Date(now.getTime() + ms))
const confirmation = async (sessionId: string, of = id) =>
  answerOf(confirmPayment, await confirm(app, of, sessionId))

async function problems() {
  const response = await app.send(getIntegrations, {}, { cookie: owner.cookie })
  const { stripe, paypal: other } = await answerOf(getIntegrations, response)
  return { card: stripe.problem, paypal: other.problem }
}

async function problemMails() {
  const all = await withTenant(app.database, businessId, ({ db }) => db.select().from(mails))
  return all.filter(({ kind }) => kind.includes('-problem-'))
}

/** A client approves the payment, and PayPal refuses to capture it for this account. */
async function refusedAtCapture(of: string, problem: 'receiving-limit' | 'account-restricted') {
  const { sessionId } = await openPage(app, businessId, of, 'paypal')
  paypal.books.set(sessionId, { state: 'expired', declined: 'Please pay another way.', problem })
  return confirmation(sessionId, of)
}

describe('a payment that the account may not take', () => {
  test('is told to the client in plain words, to the owner by mail and on the account’s card', async () => {
    const answer = await refusedAtCapture(id, 'receiving-limit')
    expect(answer).toMatchObject({ state: 'failed', reason: 'Please pay another way.' })
    expect(await problems()).toEqual({ card: null, paypal: 'receiving-limit' })
    const [mail, ...more] = await problemMails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      kind: 'paypal-problem-receiving-limit',
      toAddress: owner.session.user.email,
      subject: 'PayPal refused a payment to you',
    })
    const { invoice } = await books()
    for (const phrase of ['limit', 'Sign in to PayPal', invoice?.number ?? '-', '$1,250.00']) {
      expect(mail?.text).toContain(phrase)
    }
    // The checkout is over: nothing is charged for it once the account works again.
    expect((await books()).checkout).toMatchObject({ state: 'expired' })
  })

  test('while a page is opened: the client is asked to pay another way', async () => {
    own.failure = { kind: 'refused', only: 'create', signs: { problem: 'not-enabled' } }
    expect(await problemOf(await start(app, id))).toMatchObject({
      code: 'CARD_PROVIDER_FAILED',
      message: payAnotherWay,
    })
    expect(await problems()).toEqual({ card: 'not-enabled', paypal: null })
    expect((await problemMails())[0]?.text).toContain('Stripe')
    // The client can pay: no checkout blocks it.
    await openPage(app, businessId, id, 'paypal')
    own.failure = null
    await openPage(app, businessId, id)
    expect(await problems()).toEqual({ card: null, paypal: null })
  })

  test('brings one mail a day for each reason, however many clients', async () => {
    for (const problem of ['receiving-limit', 'account-restricted', 'receiving-limit'] as const) {
      await refusedAtCapture(await another(), problem)
      await refusedAtCapture(await another(), problem)
    }
    const kinds = (await problemMails()).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['paypal-problem-account-restricted', 'paypal-problem-receiving-limit'])
  })

  test('stays on the card until a payment works: to open a page is not enough', async () => {
    await refusedAtCapture(id, 'receiving-limit')
    const { sessionId } = await openPage(app, businessId, id, 'paypal')
    expect((await problems()).paypal).toBe('receiving-limit')
    paypal.approve(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
    expect((await problems()).paypal).toBeNull()
  })
})

describe('a payment that PayPal holds until its owner accepts it', () => {
  const held = { state: 'processing', problem: 'accept-payment' } as const

  async function hold() {
    const { sessionId } = await openPage(app, businessId, id, 'paypal')
    paypal.books.set(sessionId, held)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'pending' })
    return sessionId
  }

  test('is not received, nor paid twice, and its owner is told once what to do', async () => {
    await hold()
    for (let polls = 0; polls < 3; polls += 1) {
      pass(hour)
      await reconcile(app.deps)
    }
    expect(await books()).toMatchObject({
      invoice: { status: 'pending' },
      checkout: { state: 'processing' },
      payments: [],
    })
    const options = await app.send(getPaymentOptions, { params: { id } })
    expect(await answerOf(getPaymentOptions, options)).toMatchObject({ isProcessing: true })
    expect(await problemOf(await start(app, id))).toMatchObject({ code: 'PAYMENT_UNDER_WAY' })
    expect((await problems()).paypal).toBe('accept-payment')
    const [mail, ...more] = await problemMails()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('PayPal is holding a payment for you')
    expect(mail?.text).toContain('accept or deny it')
  })

  test('is received when it was accepted, days later', async () => {
    const sessionId = await hold()
    paypal.books.pay(sessionId)
    pass(72 * hour)
    await reconcile(app.deps)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({
      invoice: { status: 'paid' },
      payments: [{ method: 'paypal', amountMinor: 125_000 }],
    })
    expect((await problems()).paypal).toBeNull()
  })

  test('comes to nothing when it was denied, and the client can pay again', async () => {
    const sessionId = await hold()
    paypal.books.set(sessionId, { state: 'expired', declined: null })
    pass(hour)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({ checkout: { state: 'expired' }, payments: [] })
    expect((await problems()).paypal).toBeNull()
    await openPage(app, businessId, id)
  })
})
