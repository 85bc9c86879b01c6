import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBusiness, addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { testCaller } from '../../../../test/support/test-caller.ts'
import { waitForLock } from '../../../../test/support/wait-for-lock.ts'
import { createStripeProvider } from '../../../platform/cards/stripe-provider.ts'
import { payments } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { savePaypal, saveStripe } from '../../integrations/integration-actions.ts'
import { changeIntegrationRow, lockIntegrationRow } from '../../integrations/queries.ts'
import * as contract from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'

let app: TestApp
/**
 * The same sessions for the platform's account with every key, so that a checkout opened with one key is
 * known with another.
 */
let cards: FakeCards
const own = createFakeCards()
const paypal = createFakePaypal()

beforeAll(async () => {
  cards = createFakeCards()
  app = await createTestApp({ cards: cards.provider, connectOwnCards: () => own.provider })
  app.deps.connectPaypal = () => paypal.provider
})
afterAll(() => app.close())

const platforms = { none: 'sk_test_of_the_sandbox', test: 'sk_test_1', live: 'sk_live_1' }
const stripes = ['none', 'test', 'live'] as const
const paypals = ['none', 'demo', 'sandbox', 'live'] as const

function setPlatform(name: keyof typeof platforms): void {
  const { isLive } = createStripeProvider({ prices: [], productName: '', secretKey: platforms[name] })
  app.deps.cards = { ...cards.provider, isLive }
}

interface Own {
  stripe: (typeof stripes)[number]
  paypal: (typeof paypals)[number]
  hasRealMoney: boolean
}

const saveKeys = (businessId: string, mode: 'test' | 'live') =>
  saveStripe(app.deps, testCaller(businessId), {
    publishableKey: `pk_${mode}_own1`,
    secretKey: `sk_${mode}_own1`,
    accountId: '',
    webhookSecret: null,
  })

async function setUp(businessId: string, mix: Own): Promise<void> {
  if (mix.stripe !== 'none') await saveKeys(businessId, mix.stripe)
  if (mix.paypal !== 'none') {
    const keys = { clientId: 'client', clientSecret: 'secret', mode: mix.paypal }
    await savePaypal(app.deps, testCaller(businessId), keys)
  }
  if (mix.hasRealMoney) await addRealPayment(businessId)
}

async function addRealPayment(businessId: string): Promise<void> {
  const invoiceId = await addInvoiceRow(app.database, businessId)
  await withTenant(app.database, businessId, ({ db }) =>
    db.insert(payments).values({
      businessId,
      invoiceId,
      invoiceNumber: 'A',
      method: 'card',
      currency: 'USD',
      amountMinor: 100,
      receivedAt: new Date(),
      receivedOn: '2026-11-02',
      providerPaymentId: randomUUID(),
    }),
  )
}

const elsewhere = () => ({ headers: { 'x-forwarded-for': randomUUID() } })

async function options(id: string) {
  const response = await app.send(contract.getPaymentOptions, { params: { id } }, elsewhere())
  return answerOf(contract.getPaymentOptions, response)
}

const payDemo = (id: string) => app.send(contract.payDemo, { params: { id } }, elsewhere())

/** A test checkout of the platform's account that the client completes later. */
async function openTest(businessId: string, invoiceId: string) {
  const page = await openPage(app, businessId, invoiceId)
  cards.pay(page.sessionId)
  return page
}

/** What a client with an invoice's link can do: what is offered, and what works without being offered. */
async function attempt(businessId: string, completed: { invoiceId: string; sessionId: string }) {
  const [byCard, byPaypal, byDemo] = await Promise.all(
    [1, 2, 3].map(() => addInvoiceRow(app.database, businessId)),
  )
  const offered = await options(byCard!)
  const confirmation = await answerOf(
    contract.confirmPayment,
    await confirm(app, completed.invoiceId, completed.sessionId),
  )
  const applied = await readLedger(app, businessId, completed.invoiceId)
  const opened = {
    card: (await start(app, byCard!)).ok,
    paypal: (await start(app, byPaypal!, 'paypal')).ok,
    demo: (await payDemo(byDemo!)).ok,
  }
  const { card, paypal: isPaypalOffered, demo } = offered
  expect({ card, paypal: isPaypalOffered, demo }).toEqual(opened)
  const entries = [...applied.payments, ...(await readLedger(app, businessId, byDemo!)).payments]
  expect(entries.every(({ isTest }) => isTest)).toBe(true)
  return { ...opened, isApplied: applied.invoice?.status === 'paid', confirmation: confirmation.state }
}

/** The rule again, as the product's description states it and derived only from the settings. */
function expected(platform: string, isOn: boolean, { stripe, paypal: wallet, hasRealMoney }: Own) {
  const isLive = [platform, stripe, wallet].includes('live')
  const tests = !isLive && !hasRealMoney && isOn
  const usable = (mode: string) => mode === 'live' || tests
  return {
    card: usable(stripe === 'none' ? platform : stripe),
    paypal: wallet !== 'none' && usable(wallet),
    demo: tests,
    isApplied: tests,
    confirmation: tests ? 'confirmed' : 'failed',
  }
}

describe('every mix of accounts', () => {
  const mixes: (Own & { businessId: string })[] = []
  const all = stripes.flatMap((stripe) =>
    paypals.flatMap((wallet) =>
      [false, true].map((hasRealMoney) => ({ stripe, paypal: wallet, hasRealMoney })),
    ),
  )
  /** Completed test checkouts of businesses that had no own account when the checkouts were opened. */
  const completed = new Map<string, { invoiceId: string; sessionId: string }[]>()

  beforeAll(async () => {
    const add = async (mix: Own) => {
      const businessId = await addBusiness(app.database)
      const pages = []
      for (let index = 0; index < 6; index += 1) {
        const invoiceId = await addInvoiceRow(app.database, businessId)
        pages.push({ invoiceId, ...(await openTest(businessId, invoiceId)) })
      }
      completed.set(businessId, pages)
      await setUp(businessId, mix)
      return { ...mix, businessId }
    }
    mixes.push(...(await Promise.all(all.map(add))))
  })

  test.each(
    (['none', 'test', 'live'] as const).flatMap((platform) => [
      { platform, demoPayments: true },
      { platform, demoPayments: false },
    ]),
  )('platform $platform, DEMO_PAYMENTS $demoPayments', async ({ platform, demoPayments }) => {
    setPlatform(platform)
    app.deps.demoPayments = demoPayments
    const found = await Promise.all(
      mixes.map(async ({ businessId, ...mix }) => ({
        ...mix,
        ...(await attempt(businessId, completed.get(businessId)!.pop()!)),
      })),
    )
    const wanted = all.map((mix) => ({ ...mix, ...expected(platform, demoPayments, mix) }))
    expect(found).toEqual(wanted)
  })
})

describe('a test checkout that completes once tests have ended', () => {
  let businessId: string
  let id: string
  beforeEach(async () => {
    setPlatform('none')
    app.deps.demoPayments = true
    businessId = await addBusiness(app.database)
    id = await addInvoiceRow(app.database, businessId)
  })

  const books = () => readLedger(app, businessId, id)

  const refused = {
    payments: [],
    mails: [],
    events: [],
    checkout: { state: 'complete', isTest: true },
    invoice: { status: 'pending', receivedMinor: 0 },
  }

  test('is not entered on return, and the client reads that no money moved, also later', async () => {
    const { sessionId } = await openTest(businessId, id)
    await saveKeys(businessId, 'live')
    for (let look = 0; look < 2; look += 1) {
      const confirmation = await answerOf(contract.confirmPayment, await confirm(app, id, sessionId))
      expect(confirmation).toMatchObject({
        state: 'failed',
        reason: 'This was a test payment. No money moved, and the invoice is still unpaid.',
      })
    }
    expect(await books()).toMatchObject(refused)
    expect(app.log.some((line) => line.includes('a test payment was refused'))).toBe(true)
    // Not even when tests are allowed again, because the checkout has ended.
    app.deps.demoPayments = true
    await saveKeys(businessId, 'test')
    await confirm(app, id, sessionId)
    await deliver(app, cards.checkoutEvent(sessionId))
    expect(await books()).toMatchObject(refused)
  })

  test('is not entered by an event', async () => {
    const { sessionId } = await openTest(businessId, id)
    app.deps.demoPayments = false
    expect((await deliver(app, cards.checkoutEvent(sessionId))).status).toBe(200)
    expect(await books()).toMatchObject(refused)
  })

  test('is not entered by the hourly look', async () => {
    await openTest(businessId, id)
    await addRealPayment(businessId)
    const later = new Date(Date.now() + 20 * 60_000)
    await reconcile({ ...app.deps, now: () => later })
    expect(await books()).toMatchObject(refused)
  })

  test('does not stand in the way of real money, not even while it is processing', async () => {
    const { sessionId } = await openPage(app, businessId, id)
    cards.set(sessionId, { state: 'processing' })
    await confirm(app, id, sessionId)
    expect(await options(id)).toMatchObject({ isProcessing: true })
    await saveKeys(businessId, 'live')
    expect(await options(id)).toMatchObject({ card: true, isSandbox: false, isProcessing: false })
    const page = await openPage(app, businessId, id)
    const { checkouts } = await books()
    expect(checkouts.map(({ state, isTest }) => ({ state, isTest }))).toEqual([
      { state: 'complete', isTest: true },
      { state: 'open', isTest: false },
    ])
    own.pay(page.sessionId)
    expect(await answerOf(contract.confirmPayment, await confirm(app, id, page.sessionId))).toMatchObject({
      state: 'confirmed',
    })
    expect((await books()).payments).toMatchObject([{ isTest: false, method: 'card' }])
  })
})

test('an open test page is closed and not handed out again, also when there is no other way to pay', async () => {
  setPlatform('none')
  app.deps.demoPayments = true
  const businessId = await addBusiness(app.database)
  const id = await addInvoiceRow(app.database, businessId)
  const { sessionId } = await openPage(app, businessId, id)
  app.deps.demoPayments = false
  const refused = await start(app, id)
  expect(await problemOf(refused)).toMatchObject({
    code: 'NOT_CONFIGURED',
    message: 'This invoice can’t be paid by card.',
  })
  expect(cards.sessionOf(sessionId).facts.state).toBe('expired')
  expect((await readLedger(app, businessId, id)).checkout?.state).toBe('expired')
})

test('live keys that are being saved are waited for, and then no test payment is written', async () => {
  setPlatform('none')
  app.deps.demoPayments = true
  const businessId = await addBusiness(app.database)
  const [byDemo, byCard] = await Promise.all([1, 2].map(() => addInvoiceRow(app.database, businessId)))
  const { sessionId } = await openTest(businessId, byCard!)
  await saveKeys(businessId, 'test')
  const racing = await withTenant(app.database, businessId, async (tx) => {
    await lockIntegrationRow(tx, businessId)
    await changeIntegrationRow(tx, businessId, { stripeMode: 'live' })
    const both = [payDemo(byDemo!), confirm(app, byCard!, sessionId)]
    await waitForLock(app.url, 2)
    return both
  })
  const [demo, returned] = await Promise.all(racing)
  expect(demo!.status).toBe(403)
  expect(await answerOf(contract.confirmPayment, returned!)).toMatchObject({ state: 'failed' })
  for (const id of [byDemo!, byCard!]) {
    expect((await readLedger(app, businessId, id)).payments).toEqual([])
  }
})
