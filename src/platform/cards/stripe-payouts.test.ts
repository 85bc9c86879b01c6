import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { CardProviderError } from './card-provider.ts'
import { createStripeProvider } from './stripe-provider.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Stripe at an address of this machine, with these answers by path. The last page of a list comes after the first. */
async function stripeAnswering(answers: Record<string, unknown[]>, status = 200) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    asked.push(request.url ?? '')
    const pages = answers[pathname] ?? []
    const data = searchParams.has('starting_after') ? pages[1] : pages[0]
    const hasMore = !searchParams.has('starting_after') && pages.length > 1
    const list = { object: 'list', url: pathname, has_more: hasMore, data }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        status === 200 ? list : { error: { message: 'No permission', type: 'invalid_request_error' } },
      ),
    )
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = { host: '127.0.0.1', port, protocol: 'http' } as const
  const { payouts } = createStripeProvider({
    secretKey: 'rk_live_key',
    address,
    prices: [],
    productName: 'Millrace',
  })
  return { payouts, asked }
}

const payout = {
  id: 'po_1',
  object: 'payout',
  amount: 9680,
  currency: 'usd',
  status: 'paid',
  arrival_date: 1_772_496_000,
  created: 1_772_323_200,
  automatic: true,
}
const facts = {
  providerPayoutId: 'po_1',
  currency: 'USD',
  amountMinor: 9680,
  state: 'paid',
  arrivesOn: '2026-03-03',
  createdAt: new Date('2026-03-01T00:00:00Z'),
  isItemized: true,
} as const
const charge = {
  id: 'txn_1',
  object: 'balance_transaction',
  type: 'charge',
  reporting_category: 'charge',
  amount: 10_000,
  fee: 320,
  net: 9680,
  currency: 'usd',
  created: 1_772_300_000,
  description: 'Invoice 7',
  source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' },
}

test('payouts are read page by page, with their day and their state', async () => {
  const pages = [[payout], [{ ...payout, id: 'po_2', status: 'something_new', amount: -500 }]]
  const { payouts, asked } = await stripeAnswering({ '/v1/payouts': pages })
  expect(await payouts.listSince(new Date('2026-02-01T00:00:00Z'))).toEqual([
    facts,
    { ...facts, providerPayoutId: 'po_2', state: 'in-transit', amountMinor: -500 },
  ])
  expect(asked[0]).toContain('created[gte]=1769904000')
})

test('entries are read page by page, whatever their type, and without the payout itself', async () => {
  const { payouts } = await stripeAnswering({
    '/v1/balance_transactions': [
      [
        {
          ...charge,
          id: 'txn_5',
          type: 'payout',
          reporting_category: 'payout',
          amount: -9680,
          fee: 0,
          source: 'po_1',
        },
        {
          ...charge,
          id: 'txn_4',
          type: 'moon_fee',
          reporting_category: 'moon',
          amount: -7,
          fee: 0,
          source: null,
        },
        {
          ...charge,
          id: 'txn_3',
          type: 'stripe_fee',
          reporting_category: 'fee',
          amount: -200,
          fee: 0,
          source: null,
        },
      ],
      [
        {
          ...charge,
          id: 'txn_2',
          type: 'refund',
          reporting_category: 'refund',
          amount: -300,
          fee: 0,
          source: { id: 're_1', object: 'refund', payment_intent: 'pi_1' },
        },
        charge,
      ],
    ],
  })
  const entries = await payouts.entries(facts)
  expect(entries.map(({ providerEntryId, kind }) => [providerEntryId, kind])).toEqual([
    ['txn_1', 'payment'],
    ['txn_2', 'refund'],
    ['txn_3', 'fee'],
    ['txn_4', 'other'],
  ])
  expect(entries[0]).toMatchObject({ amountMinor: 10_000, feeMinor: 320, paymentId: 'pi_1', refundId: null })
  expect(entries[1]).toMatchObject({ amountMinor: -300, paymentId: 'pi_1', refundId: 're_1' })
})

test.each([
  ['jpy', 5000, 175, 'JPY', 5000, 175],
  ['kwd', 12_340, 660, 'KWD', 12_340, 660],
  // Stripe counts krónur in hundredths, and its fees may have some.
  ['isk', 500_000, 17_530, 'ISK', 5000, 175],
])(
  'amounts in %s have the decimals of the currency',
  async (code, amount, fee, currency, amountMinor, feeMinor) => {
    const { payouts } = await stripeAnswering({
      '/v1/payouts': [[{ ...payout, amount, currency: code }]],
      '/v1/balance_transactions': [[{ ...charge, amount, fee, currency: code }]],
    })
    const [found] = await payouts.listSince(new Date(0))
    expect(found).toMatchObject({ currency, amountMinor })
    expect(await payouts.entries(found!)).toMatchObject([{ amountMinor, feeMinor }])
  },
)

test('a payout whose amount the owner chose has no entries, and none are asked for', async () => {
  const { payouts, asked } = await stripeAnswering({ '/v1/payouts': [[{ ...payout, automatic: false }]] })
  const [found] = await payouts.listSince(new Date(0))
  expect(found?.isItemized).toBe(false)
  expect(await payouts.entries(found!)).toEqual([])
  expect(asked).toHaveLength(1)
})

test('a key without the permission is refused as forbidden', async () => {
  const { payouts } = await stripeAnswering({}, 403)
  const error = await payouts.listSince(new Date(0)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CardProviderError)
  expect(error).toMatchObject({ kind: 'refused', isForbidden: true })
})
