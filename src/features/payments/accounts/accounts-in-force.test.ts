import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { readLedger } from '../../../../test/support/fixtures/payments.ts'
import { connectFakes, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import {
  removeOwnAccount,
  saveOwnPaypal,
  saveOwnStripe,
  switchOwnAccounts,
} from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { payDemo as pay } from '../checkout/pay-demo.ts'
import { getPaymentOptions, payDemo } from '../contract.ts'

/** An app where no real card is charged, and one where the operator has a live key. */
let apps: Record<'test' | 'live', TestApp>
let cookie: string
let businessId: string
let id: string
let app: TestApp

beforeAll(async () => {
  const start = (isLive: boolean) =>
    createTestApp({ cards: createFakeCards({ isLive }).provider, connectOwnCards: connectFakes({}) })
  apps = { test: await start(false), live: await start(true) }
})
afterAll(async () => {
  await apps.test.close()
  await apps.live.close()
})

async function enter(name: keyof typeof apps) {
  app = apps[name]
  const owner = await app.signUpAndIn()
  cookie = owner.cookie
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
}

const options = async (invoiceId = id) =>
  answerOf(getPaymentOptions, await app.send(getPaymentOptions, { params: { id: invoiceId } }))

/** Whether a method is offered, and whether it works anyway. */
async function demo() {
  const { demo: isOffered } = await options()
  const response = await app.send(payDemo, { params: { id } })
  if (!response.ok)
    expect(await problemOf(response)).toMatchObject({ code: 'DEMO_PAYMENTS_OFF', status: 403 })
  expect((await readLedger(app, businessId, id)).payments).toHaveLength(response.ok ? 1 : 0)
  expect(response.ok).toBe(isOffered)
  return isOffered
}

describe('where the platform charges no real card', () => {
  beforeEach(() => enter('test'))

  test('demo payments are on without own accounts, and with own ones that are for testing', async () => {
    await saveOwnStripe(app, cookie, { secretKey: 'sk_test_own1' })
    await saveOwnPaypal(app, cookie, { mode: 'sandbox' })
    expect(await options()).toMatchObject({
      card: true,
      paypal: true,
      isSandbox: true,
      isPaypalSandbox: true,
    })
    expect(await demo()).toBe(true)
  })

  test('they are off while own keys are live, and on again once those are switched off', async () => {
    await saveOwnStripe(app, cookie, { secretKey: 'sk_live_own1' })
    expect(await options()).toMatchObject({ card: true, isSandbox: false })
    expect(await demo()).toBe(false)
    await switchOwnAccounts(app, cookie, false)
    expect(await options()).toMatchObject({ card: true, isSandbox: true })
    expect(await demo()).toBe(true)
  })

  test('they are off while PayPal is live, whatever the cards are', async () => {
    await saveOwnStripe(app, cookie, { secretKey: 'sk_test_own1' })
    await saveOwnPaypal(app, cookie, { mode: 'live' })
    expect(await options()).toMatchObject({ card: false, paypal: true, isPaypalSandbox: false })
    expect(await demo()).toBe(false)
    await removeOwnAccount(app, cookie, 'paypal')
    expect(await options()).toMatchObject({ paypal: false })
    expect(await demo()).toBe(true)
  })

  test('what is half filled in is not in force', async () => {
    await saveOwnPaypal(app, cookie, { mode: 'live', clientSecret: '' })
    await saveOwnStripe(app, cookie, { secretKey: 'sk_live_own1' })
    await saveOwnStripe(app, cookie, { secretKey: '' })
    expect(await options()).toMatchObject({ card: true, paypal: false, isSandbox: true, demo: true })
  })

  test('the operator can turn them off for all', async () => {
    const off = pay({ ...app.deps, demoPayments: false }, { businessId, invoiceId: id })
    await expect(off).rejects.toMatchObject({ code: 'DEMO_PAYMENTS_OFF' })
  })

  test('PayPal takes what is too little for a card, and nothing of what is paid', async () => {
    await saveOwnPaypal(app, cookie)
    const small = await addInvoiceRow(app.database, businessId, { subtotalMinor: 49, totalMinor: 49 })
    expect(await options(small)).toMatchObject({ card: false, paypal: true })
    const free = await addInvoiceRow(app.database, businessId, { subtotalMinor: 0, totalMinor: 0 })
    expect(await options(free)).toMatchObject({ card: false, paypal: false, demo: false })
  })
})

describe('where the platform charges real cards', () => {
  beforeEach(() => enter('live'))

  test('demo payments are off', async () => {
    expect(await options()).toMatchObject({ isSandbox: false })
    expect(await demo()).toBe(false)
  })

  test('they are off for a business whose own keys are for testing, with which nobody can pay', async () => {
    await saveOwnStripe(app, cookie, { secretKey: 'sk_test_own1' })
    expect(await options()).toMatchObject({ card: false })
    expect(await demo()).toBe(false)
    await switchOwnAccounts(app, cookie, false)
    expect(await options()).toMatchObject({ card: true, isSandbox: false })
    expect(await demo()).toBe(false)
  })

  test('PayPal for testing alone does not turn them on: cards are still charged', async () => {
    await saveOwnPaypal(app, cookie, { mode: 'sandbox' })
    expect(await options()).toMatchObject({ card: true, isSandbox: false, paypal: false })
    expect(await demo()).toBe(false)
  })
})
