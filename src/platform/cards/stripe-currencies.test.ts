import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { createStripeProvider } from './stripe-provider.ts'

const opened: (() => Promise<void>)[] = []
afterEach(() => Promise.all(opened.splice(0).map((close) => close())))

async function providerAnswering(answer: (incoming: IncomingMessage, response: ServerResponse) => void) {
  const { port, close } = await startAnsweringServer(answer)
  opened.push(close)
  const address = { host: '127.0.0.1', port, protocol: 'http' as const }
  return createStripeProvider({ secretKey: 'sk_test_key', address, prices: [], productName: 'Millrace' })
}

const request = {
  reference: 'ours',
  currency: 'USD',
  amountMinor: 12_300,
  description: 'Invoice 1A2B3C4D from Test Business',
  email: 'client@example.com',
  successUrl: 'http://localhost:3000/payment-success',
  cancelUrl: 'http://localhost:3000/',
  expiresAt: 1_800_000_000,
  metadata: {},
}

const paidSession = (currency: string, amount: number) => ({
  id: 'cs_1',
  mode: 'payment',
  status: 'complete',
  payment_status: 'paid',
  client_reference_id: 'ours',
  payment_intent: {
    id: 'pi_1',
    status: 'succeeded',
    currency,
    amount_received: amount,
    created: 1_700_000_000,
  },
})

test.each([
  ['EUR', 12_300, 'eur', 12_300],
  ['JPY', 500, 'jpy', 500],
  ['KWD', 5120, 'kwd', 5120],
  ['ISK', 500, 'isk', 50_000],
  ['MGA', 50_000, 'mga', 500],
])(
  '%s %i goes to Stripe and comes back in Stripe’s own units',
  async (currency, amountMinor, code, amount) => {
    const bodies: URLSearchParams[] = []
    const refund = { id: 're_1', amount, currency: code, status: 'succeeded', metadata: { reference: 'r' } }
    async function hear(incoming: IncomingMessage, response: ServerResponse) {
      bodies.push(new URLSearchParams((await incoming.toArray()).join('')))
      const answer = incoming.url?.startsWith('/v1/refunds') ? refund : paidSession(code, amount)
      sending(200, answer)(incoming, response)
    }
    const provider = await providerAnswering((incoming, response) => void hear(incoming, response))
    await provider.checkouts.create({ ...request, currency, amountMinor })
    expect(Object.fromEntries(bodies[0] ?? [])).toMatchObject({
      'line_items[0][price_data][currency]': code,
      'line_items[0][price_data][unit_amount]': String(amount),
    })
    const facts = { currency, amountMinor }
    expect(await provider.checkouts.read('cs_1')).toMatchObject({ state: 'paid', ...facts })
    expect(await provider.refunds.create({ reference: 'r', paymentId: 'pi_1', ...facts })).toMatchObject(
      facts,
    )
    expect(bodies.at(-1)?.get('amount')).toBe(String(amount))
  },
)

test('an amount that is no whole number of minor units is not understood', async () => {
  const provider = await providerAnswering(sending(200, paidSession('isk', 550)))
  await expect(provider.checkouts.read('cs_1')).rejects.toMatchObject({ kind: 'malformed' })
})

test.each([
  [
    'a currency that the account can’t charge',
    { message: 'Invalid currency: kwd.' },
    { problem: 'currency' },
  ],
  [
    'an amount that is too small once it is converted',
    { code: 'amount_too_small', message: 'The amount must convert to at least 50 cents.' },
    { isAmountRefused: true },
  ],
])('a refusal because of %s is told apart', async (_, error, expected) => {
  const provider = await providerAnswering(
    sending(400, { error: { type: 'invalid_request_error', ...error } }),
  )
  await expect(provider.checkouts.create(request)).rejects.toMatchObject({ kind: 'refused', ...expected })
})
