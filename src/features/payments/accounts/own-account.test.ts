import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import {
  readAccesses,
  removeOwnAccount,
  saveOwnStripe,
  switchOwnAccounts,
} from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { runCloseCheckout } from '../checkout/close-checkout.ts'
import { confirmPayment, refundPayment } from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'

const minute = 60_000
let app: TestApp
let platform: FakeCards
let own: FakeCards
let other: FakeCards
let accounts: Record<string, FakeCards>
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date

beforeAll(async () => {
  accounts = {}
  platform = createFakeCards({ now: () => now })
  app = await createTestApp({
    now: () => now,
    cards: platform.provider,
    connectOwnCards: (keys) => connectFakes(accounts)(keys),
  })
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  own = createFakeCards({ now: () => now })
  other = createFakeCards({ now: () => now })
  accounts['sk_test_own1'] = own
  accounts['sk_test_other'] = other
  for (const list of Object.values(platform.calls)) list.length = 0
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
})
afterAll(() => app.close())

const books = (invoiceId = id) => readLedger(app, businessId, invoiceId)
const open = (invoiceId = id) => openPage(app, businessId, invoiceId)
/** Without the hourly poll for disputes, which every account gets. */
const callsOf = ({ calls }: FakeCards) =>
  Object.values(calls)
    .flat()
    .filter((call) => !(call instanceof Date)).length
const pass = (ms: number) => (now = new Date(now.getTime() + ms))

/** While the account cannot be reached, none of its pages can be closed. */
async function whileDown(change: () => Promise<unknown>) {
  own.failure = { kind: 'unreachable' }
  await change()
  own.failure = null
}

async function confirmation(sessionId: string) {
  return answerOf(confirmPayment, await confirm(app, id, sessionId))
}

/** Pays through the business's own account and returns. */
async function pay() {
  const { sessionId } = await open()
  const providerPaymentId = own.pay(sessionId)
  await confirmation(sessionId)
  const paymentId = (await books()).payments[0]?.id ?? ''
  return { sessionId, providerPaymentId, paymentId }
}

function refund(paymentId: string, amountMinor = 125_000, requestId: string = randomUUID()) {
  const request = { params: { id, paymentId }, body: { amountMinor, requestId } }
  return app.send(refundPayment, request, { cookie: owner.cookie })
}

describe('with its own keys in force', () => {
  test('payments and refunds go to the business’s own account and nowhere else', async () => {
    const { paymentId, providerPaymentId, sessionId } = await pay()
    expect(await books()).toMatchObject({
      invoice: { status: 'paid' },
      checkout: { state: 'complete', provider: 'card', isOwn: true, sessionId },
      payments: [{ method: 'card', isOwn: true, amountMinor: 125_000, providerPaymentId }],
    })
    await answerOf(refundPayment, await refund(paymentId, 25_000))
    expect(own.refunds.get(providerPaymentId)).toMatchObject([{ amountMinor: 25_000 }])
    expect(callsOf(platform)).toBe(0)
  })

  test('another business’s go to the platform’s account', async () => {
    const stranger = await app.signUpAndIn()
    const strangerId = stranger.session.business.id
    const theirs = await addInvoiceRow(app.database, strangerId)
    const { sessionId } = await openPage(app, strangerId, theirs)
    platform.pay(sessionId)
    expect((await confirm(app, theirs, sessionId)).status).toBe(200)
    expect((await readLedger(app, strangerId, theirs)).payments).toMatchObject([{ isOwn: false }])
    expect(callsOf(own)).toBe(0)
  })

  test('each time the keys are opened the owner can read what for, and no key is in the log', async () => {
    const { paymentId } = await pay()
    await refund(paymentId)
    const accesses = await readAccesses(app, businessId)
    const opened = accesses.filter(({ secret }) => secret === 'integrations.stripe_secret_key')
    expect(opened).toEqual([
      expect.objectContaining({ reason: 'To refund a payment', userId: owner.session.user.id }),
      expect.objectContaining({ reason: 'To confirm a payment', userId: null }),
      expect.objectContaining({ reason: 'To open a payment page', userId: null }),
    ])
    // The signing secret is not read.
    expect(accesses.map(({ secret }) => secret)).not.toContain('integrations.stripe_webhook_secret')
    expect(app.log.join('')).not.toContain('sk_test_own1')
  })

  test('what hourly work and later looks ask about is asked there too', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    pass(11 * minute)
    await reconcile(app.deps)
    const [payment] = (await books()).payments
    expect(payment).toMatchObject({ isOwn: true, amountMinor: 125_000 })
    const providerPaymentId = payment?.providerPaymentId ?? ''
    own.refundElsewhere(providerPaymentId, 5000)
    const link = { businessId, provider: 'card' as const, isOwn: true, providerPaymentId }
    await syncRefunds(app.deps, { ...link, paymentId: payment?.id ?? '' })
    expect((await books()).refunds).toMatchObject([{ amountMinor: 5000, state: 'succeeded' }])
    own.losesAnswerTo = 'refund'
    expect((await refund(payment?.id ?? '', 1000)).status).toBe(502)
    own.losesAnswerTo = null
    pass(3 * minute)
    await reconcile(app.deps)
    expect((await books()).refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
    expect(own.refunds.get(providerPaymentId)).toHaveLength(2)
    expect(callsOf(platform)).toBe(0)
  })

  test('an account that nobody reaches holds up no other business’s payments', async () => {
    const stranger = await app.signUpAndIn()
    const strangerId = stranger.session.business.id
    for (let count = 0; count < 8; count += 1) await open(await addInvoiceRow(app.database, businessId))
    pass(1000)
    const theirs = await addInvoiceRow(app.database, strangerId)
    const { sessionId } = await openPage(app, strangerId, theirs)
    platform.pay(sessionId)
    own.failure = { kind: 'unreachable' }
    own.calls.read.length = 0
    pass(11 * minute)
    await reconcile(app.deps)
    expect((await readLedger(app, strangerId, theirs)).payments).toHaveLength(1)
    expect(own.calls.read.length).toBeLessThan(8 + 5)
  })
})

describe('switched off in between', () => {
  test('new visits go to the platform’s account; what was begun is ended where it was begun', async () => {
    const { sessionId, paymentId, providerPaymentId } = await pay()
    const late = await addInvoiceRow(app.database, businessId)
    const page = await open(late)
    own.pay(page.sessionId)
    await switchOwnAccounts(app, owner.cookie, false)
    const fresh = await addInvoiceRow(app.database, businessId)
    expect(platform.sessions.has((await open(fresh)).sessionId)).toBe(true)
    expect((await confirm(app, late, page.sessionId)).status).toBe(200)
    expect((await books(late)).payments).toMatchObject([{ isOwn: true }])
    await answerOf(refundPayment, await refund(paymentId))
    expect(own.refunds.get(providerPaymentId)).toHaveLength(1)
    expect(platform.calls.refund).toEqual([])
    expect(platform.calls.read).not.toContain(sessionId)
  })

  test('a page that is open with the one account is closed before one of the other is opened', async () => {
    const first = await open()
    await switchOwnAccounts(app, owner.cookie, false)
    pass(1000)
    const second = await open()
    expect(own.sessionOf(first.sessionId).facts.state).toBe('expired')
    expect(platform.sessions.has(second.sessionId)).toBe(true)
    await switchOwnAccounts(app, owner.cookie, true)
    pass(1000)
    const third = await open()
    expect(platform.sessionOf(second.sessionId).facts.state).toBe('expired')
    expect(own.sessions.has(third.sessionId)).toBe(true)
    expect((await books()).checkouts.map(({ state, isOwn }) => [state, isOwn])).toEqual([
      ['expired', true],
      ['expired', false],
      ['open', true],
    ])
  })

  test('a client who had paid meanwhile is not asked to pay again', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    await switchOwnAccounts(app, owner.cookie, false)
    expect(await problemOf(await start(app, id))).toMatchObject({ code: 'INVOICE_PAID' })
    expect((await books()).payments).toMatchObject([{ isOwn: true }])
    expect(platform.calls.create).toEqual([])
  })

  test('a page that was being opened is asked for at its own account', async () => {
    own.losesAnswerTo = 'create'
    expect((await start(app, id)).status).toBe(502)
    own.losesAnswerTo = null
    await switchOwnAccounts(app, owner.cookie, false)
    pass(11 * minute)
    await reconcile(app.deps)
    const { checkout } = await books()
    expect(checkout).toMatchObject({ state: 'open', isOwn: true })
    expect(own.sessions.has(checkout?.sessionId ?? '')).toBe(true)
    expect(platform.calls.create).toEqual([])
  })
})

describe('keys removed in between', () => {
  test('a page that could not be closed with them is given up, and the platform’s is opened', async () => {
    await open()
    await whileDown(() => removeOwnAccount(app, owner.cookie, 'stripe'))
    expect((await books()).checkout?.state).toBe('open')
    const before = callsOf(own)
    pass(1000)
    const { sessionId } = await open()
    expect(platform.sessions.has(sessionId)).toBe(true)
    expect((await books()).checkouts.map(({ state }) => state)).toEqual(['expired', 'open'])
    expect(callsOf(own)).toBe(before)
  })

  test('nothing is asked of the platform about what was paid elsewhere; with the keys back it is found', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    await whileDown(() => removeOwnAccount(app, owner.cookie, 'stripe'))
    expect(await problemOf(await confirm(app, id, sessionId))).toMatchObject({ code: 'CARD_PROVIDER_FAILED' })
    expect(callsOf(platform)).toBe(0)
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
  })

  test('a refund is refused with words that say where the payment went, and works with the keys back', async () => {
    const { paymentId, providerPaymentId } = await pay()
    await removeOwnAccount(app, owner.cookie, 'stripe')
    const refused = await problemOf(await refund(paymentId))
    expect(refused).toMatchObject({ code: 'CARD_PROVIDER_FAILED', status: 502 })
    expect(refused.message).toContain('nothing was refunded')
    expect(refused.message).toContain('your own Stripe account')
    expect(await books()).toMatchObject({ invoice: { status: 'paid' }, refunds: [{ state: 'failed' }] })
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
    await answerOf(refundPayment, await refund(paymentId))
    expect(own.refunds.get(providerPaymentId)).toHaveLength(1)
    expect(callsOf(platform)).toBe(0)
  })

  test('a page that has to be closed is given up, at once by the job and in time by itself', async () => {
    const { checkoutId } = await open()
    const second = await addInvoiceRow(app.database, businessId)
    await open(second)
    await whileDown(() => removeOwnAccount(app, owner.cookie, 'stripe'))
    await runCloseCheckout(app.deps, { businessId, checkoutId })
    expect((await books()).checkout?.state).toBe('expired')
    pass(11 * minute)
    await reconcile(app.deps)
    expect((await books(second)).checkout?.state).toBe('open')
    pass(24 * 60 * minute)
    await reconcile(app.deps)
    expect((await books(second)).checkout?.state).toBe('expired')
  })
})

describe('a refund whose answer was lost', () => {
  test.each([
    ['removed', () => removeOwnAccount(app, owner.cookie, 'stripe')],
    ['replaced', () => saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_other' })],
  ])(
    'is not said to have failed once the keys are %s, and is found with the keys back',
    async (_, change) => {
      const { paymentId, providerPaymentId } = await pay()
      own.losesAnswerTo = 'refund'
      const requestId = randomUUID()
      expect((await refund(paymentId, 50_000, requestId)).status).toBe(502)
      own.losesAnswerTo = null
      other.isOtherAccount = true
      await change()
      pass(3 * minute)
      await reconcile(app.deps)
      expect((await books()).refunds).toMatchObject([{ state: 'requested' }])
      expect(await problemOf(await refund(paymentId, 50_000, requestId))).toMatchObject({
        message: 'The card provider can’t find the payment with the saved keys. We’ll try the refund again.',
      })
      await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
      await reconcile(app.deps)
      expect((await books()).refunds).toMatchObject([{ state: 'succeeded' }])
      expect(own.refunds.get(providerPaymentId)).toHaveLength(1)
    },
  )
})

describe('keys replaced in between', () => {
  test('by those of another account: its page is unknown there and in nobody’s way', async () => {
    const first = await open()
    await whileDown(() => saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_other' }))
    const second = await open()
    expect(other.sessions.has(second.sessionId)).toBe(true)
    expect(second.sessionId).not.toBe(first.sessionId)
    other.pay(second.sessionId)
    expect(await confirmation(second.sessionId)).toMatchObject({ state: 'confirmed' })
    expect(callsOf(platform)).toBe(0)
  })

  test('by those of another account: a refund is refused and given back nowhere', async () => {
    const { paymentId } = await pay()
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_other' })
    other.isOtherAccount = true
    expect(await problemOf(await refund(paymentId))).toMatchObject({ code: 'CARD_PROVIDER_FAILED' })
    expect((await books()).refunds).toMatchObject([{ state: 'failed' }])
    expect([...own.refunds.values(), ...other.refunds.values(), ...platform.refunds.values()]).toEqual([])
  })

  test('by newer ones of the same account: everything goes on', async () => {
    const { sessionId } = await open()
    accounts['sk_test_newer'] = own
    delete accounts['sk_test_own1']
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_newer' })
    expect((await open()).sessionId).toBe(sessionId)
    own.pay(sessionId)
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
  })

  test('by ones that are not taken: the client is told, and once switched off can pay elsewhere', async () => {
    await open()
    await whileDown(() => saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_revoked' }))
    expect(await problemOf(await start(app, id))).toMatchObject({ code: 'CARD_PROVIDER_FAILED' })
    await switchOwnAccounts(app, owner.cookie, false)
    expect(platform.sessions.has((await open()).sessionId)).toBe(true)
  })

  test('by ones that are not taken: what is paid on the page that could not be closed is found with the keys back', async () => {
    const { sessionId } = await open()
    await whileDown(() => saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_revoked' }))
    await switchOwnAccounts(app, owner.cookie, false)
    pass(1000)
    await open()
    own.pay(sessionId)
    pass(11 * minute)
    await reconcile(app.deps)
    expect((await books()).payments).toEqual([])
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
    await reconcile(app.deps)
    expect((await books()).payments).toMatchObject([{ isOwn: true, amountMinor: 125_000 }])
  })

  test('by ones that are not taken: a refund waits until they are mended, and is then made once', async () => {
    const { paymentId, providerPaymentId } = await pay()
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_revoked' })
    const problem = await problemOf(await refund(paymentId))
    expect(problem.message).toBe(
      'The card provider no longer accepts the saved keys. We’ll try the refund again.',
    )
    expect((await books()).refunds).toMatchObject([{ state: 'requested' }])
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
    pass(3 * minute)
    await reconcile(app.deps)
    await reconcile(app.deps)
    expect((await books()).refunds).toMatchObject([{ state: 'succeeded' }])
    expect(own.refunds.get(providerPaymentId)).toHaveLength(1)
  })
})
