import { afterEach, describe, expect, test } from 'vitest'
import {
  capture,
  closePaypals,
  order,
  paypalAnswering,
  sending,
} from '../../../test/support/providers/answering-paypal.ts'
import { startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { createStripeProvider } from './stripe-provider.ts'

/** A status that a provider might add. Every status field gets it here. */
const word = 'brand_new_word'
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  closePaypals()
  for (const close of closing.splice(0)) await close()
})

async function stripeAnswering(body: object) {
  const { url, close } = await startAnsweringServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  closing.push(close)
  const port = Number(new URL(url).port)
  const address = { host: '127.0.0.1', port, protocol: 'http' } as const
  return createStripeProvider({ secretKey: 'sk_test_key', prices: [], productName: 'Millrace', address })
}

const listOf = (...data: object[]) => ({ object: 'list', url: '/', has_more: false, data })

describe('Stripe', () => {
  const intent = { id: 'pi_1', status: 'succeeded', currency: 'usd', amount_received: 12_300, created: 1 }
  const session = {
    id: 'cs_1',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'ours',
    payment_intent: intent,
  }
  const unknown = (unknownStatus: string) => ({ state: 'unknown', reference: 'ours', unknownStatus })

  test.each([
    ['session', { status: word, payment_status: 'unpaid' }, unknown(`session ${word}`)],
    ['session, none at all', { status: null, payment_status: 'unpaid' }, unknown('session null')],
    ['payment', { payment_status: word }, unknown(`payment_status ${word}`)],
    ['intent', { payment_intent: { ...intent, status: word } }, unknown(`payment_intent ${word}`)],
    ['session with money in it', { status: word }, { state: 'paid', amountMinor: 12_300 }],
    ['payment of an open session', { status: 'open', payment_status: word }, { state: 'open' }],
  ])('a checkout with an unknown status of its %s', async (_, change, facts) => {
    const { checkouts } = await stripeAnswering({ ...session, ...change })
    expect(await checkouts.read('cs_1')).toMatchObject(facts)
    expect(await checkouts.expire('cs_1')).toMatchObject(facts)
  })

  test('a refund is pending: it exists, and it is asked about again', async () => {
    const refund = { id: 're_1', amount: 100, currency: 'usd', status: word, metadata: { reference: 'ours' } }
    const facts = { providerRefundId: 're_1', state: 'pending', unknownStatus: word }
    const making = await stripeAnswering(refund)
    const wish = { reference: 'ours', paymentId: 'pi_1', currency: 'USD', amountMinor: 100 }
    expect(await making.refunds.create(wish)).toMatchObject(facts)
    const listing = await stripeAnswering(listOf(refund, { ...refund, id: 're_2', status: 'succeeded' }))
    expect(await listing.refunds.list('pi_1')).toMatchObject([facts, { state: 'succeeded' }])
  })

  test('a subscription says so, unless it has ended', async () => {
    const subscription = {
      id: 'sub_1',
      status: word,
      cancel_at_period_end: false,
      created: 1_700_000_000,
      items: { data: [{ id: 'si_1', price: {} }] },
    }
    const { billing } = await stripeAnswering(
      listOf(subscription, { ...subscription, id: 'sub_2', ended_at: 1_700_000_500 }),
    )
    const all = await billing.listSubscriptions('cus_1')
    expect(all).toMatchObject([{ status: 'unknown', unknownStatus: word }, { status: 'canceled' }])
    expect(all[1]).not.toHaveProperty('unknownStatus')
  })

  test('a charge makes the sum one that is not to be used', async () => {
    const charge = {
      id: 'ch_1',
      status: word,
      paid: true,
      captured: true,
      currency: 'usd',
      amount_captured: 1200,
      amount_refunded: 0,
    }
    const { billing } = await stripeAnswering(listOf(charge))
    expect(await billing.sumPayments('cus_1')).toMatchObject({ unknownStatus: word })
  })

  test('the checkout of a plan may have been completed', async () => {
    const { billing } = await stripeAnswering({ id: 'cs_1', status: word })
    expect(await billing.endCheckout('cs_1')).toEqual({ wasCompleted: true, unknownStatus: word })
  })
})

describe('PayPal', () => {
  test.each([
    ['order', order({ status: word, captures: [] }), `order ${word}`],
    ['capture', order({ captures: [{ ...capture, status: word }] }), `capture ${word}`],
    [
      'capture of an open order',
      order({ status: 'CREATED', captures: [{ ...capture, status: word }] }),
      `capture ${word}`,
    ],
  ])('a checkout with an unknown status of its %s', async (_, body, unknownStatus) => {
    const { paypal } = await paypalAnswering(sending(200, body))
    const facts = { state: 'unknown', reference: 'ours', unknownStatus }
    expect(await paypal.checkouts.read('ORDER')).toEqual(facts)
    expect(await paypal.checkouts.expire('ORDER')).toEqual(facts)
  })

  test('an order that says nothing we know is paid when its capture is', async () => {
    const { paypal } = await paypalAnswering(sending(200, order({ status: word })))
    expect(await paypal.checkouts.read('ORDER')).toMatchObject({ state: 'paid', amountMinor: 12_300 })
  })

  test('a refund is pending', async () => {
    const amount = { currency_code: 'USD', value: '0.29' }
    const { paypal } = await paypalAnswering(sending(201, { id: 'REFUND', status: word, amount }))
    const wish = { reference: 'refund-1', paymentId: 'CAPTURE', currency: 'USD', amountMinor: 29 }
    expect(await paypal.refunds.create(wish)).toMatchObject({ state: 'pending', unknownStatus: word })
  })
})
