import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { confirm, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import {
  removeOwnAccount,
  saveOwnPaypal,
  saveOwnStripe,
} from '../../../../test/support/providers/own-accounts.ts'
import { payByCard } from '../../../../test/support/providers/sandbox-checkout.ts'
import { startOwnSandbox } from '../../../../test/support/providers/test-cards.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../../test/support/test-app.ts'
import { demoPaypalAccount } from '../../integrations/rules.ts'
import { confirmPayment, refundPayment } from '../contract.ts'

/**
 * End to end with a business's own keys, through the providers' protocols, against sandboxes that run in
 * parallel.
 */
let app: TestApp
let own: Awaited<ReturnType<typeof startOwnSandbox>>
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string

beforeAll(async () => {
  app = await createTestApp({ connectOwnCards: (keys) => own.connect(keys) })
  own = await startOwnSandbox({
    appUrl: testOrigin,
    log: app.deps.log,
    send: (url, init) => app.app.request(url, init),
  })
  await app.startPaymentJobs()
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
afterAll(async () => {
  await own.close()
  await app.close()
})

const books = (id: string) => readLedger(app, businessId, id)
const newInvoice = async () => {
  const charge = { kind: 'amount', amountMinor: 123_456 } as const
  return (await makeInvoice(app, owner.cookie, { charge })).id
}

async function refund(id: string, amountMinor: number) {
  const paymentId = (await books(id)).payments[0]?.id ?? ''
  const request = { params: { id, paymentId }, body: { amountMinor, requestId: randomUUID() } }
  return answerOf(refundPayment, await app.send(refundPayment, request, { cookie: owner.cookie }))
}

test('a card is charged through the business’s own account, which tells so by itself and gives it back', async () => {
  own.tell(await saveOwnStripe(app, owner.cookie, own))
  const id = await newInvoice()
  const { url, sessionId } = await openPage(app, businessId, id)
  // The product's own sandbox has no such page.
  expect((await app.app.request(url)).status).toBe(404)
  const { location } = await payByCard(own.pages, url)
  expect(location).toBe(`${testOrigin}/payment-success?invoice_id=${id}&session_id=${sessionId}`)
  await expect.poll(async () => (await books(id)).invoice?.status).toBe('paid')
  expect(await books(id)).toMatchObject({
    payments: [{ method: 'card', isOwn: true, amountMinor: 123_456 }],
    mails: ['payment-received', 'receipt'],
  })
  expect(await refund(id, 23_456)).toMatchObject({ receivedMinor: 100_000, waivedMinor: 23_456 })
})

test('keys that are not those of the account are refused, and neither they nor the right ones are in the log', async () => {
  await saveOwnStripe(app, owner.cookie, { secretKey: `sk_test_${'x'.repeat(40)}` })
  const id = await newInvoice()
  expect(await problemOf(await start(app, id))).toMatchObject({
    code: 'CARD_PROVIDER_FAILED',
    message: 'There was a problem processing your payment',
  })
  const log = app.log.join('')
  expect(log).toContain('Invalid API Key provided')
  expect(log).not.toContain('x'.repeat(40))
  expect(log).not.toContain(own.secretKey)
  expect(log).not.toContain(own.webhookSecret)
  await removeOwnAccount(app, owner.cookie, 'stripe')
  expect(new URL((await openPage(app, businessId, id)).url).origin).toBe(testOrigin)
})

test('PayPal’s stand-in: agreed to on its page, taken on return, given back in parts', async () => {
  await saveOwnPaypal(app, owner.cookie, { ...demoPaypalAccount, mode: 'demo' })
  const id = await newInvoice()
  const { url, sessionId } = await openPage(app, businessId, id, 'paypal')
  const approved = await app.app.request(url, {
    method: 'POST',
    headers: { origin: testOrigin },
    body: new URLSearchParams({ pay: 'balance' }),
  })
  const returned = new URL(approved.headers.get('location') ?? '')
  expect(returned.pathname).toBe('/payment-success')
  expect(returned.searchParams.get('invoice_id')).toBe(id)
  expect(returned.searchParams.get('token')).toBe(sessionId)
  expect((await books(id)).payments).toEqual([])
  const response = await confirm(app, id, returned.searchParams.get('token'))
  expect(await answerOf(confirmPayment, response)).toMatchObject({ state: 'confirmed', amountMinor: 123_456 })
  expect((await books(id)).payments).toMatchObject([{ method: 'paypal', isOwn: true }])
  expect(await refund(id, 100_000)).toMatchObject({ receivedMinor: 23_456 })
  expect(await refund(id, 23_456)).toMatchObject({ receivedMinor: 0, waivedMinor: 123_456 })
})
