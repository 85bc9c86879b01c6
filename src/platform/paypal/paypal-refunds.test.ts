import { afterEach, expect, test } from 'vitest'
import {
  capture,
  closePaypals,
  failureOf,
  inTurn,
  order,
  paypalAnswering,
  sending,
  unknown,
} from '../../../test/support/providers/answering-paypal.ts'

afterEach(closePaypals)

const refund = {
  id: 'REFUND',
  status: 'COMPLETED',
  amount: { currency_code: 'USD', value: '0.29' },
  custom_id: 'refund-1',
}
const wish = { reference: 'refund-1', paymentId: 'CAPTURE', currency: 'USD', amountMinor: 29 }
const captured = { id: 'CAPTURE', supplementary_data: { related_ids: { order_id: 'ORDER' } } }

test('refunds are made for exactly the amount under their reference', async () => {
  const { paypal, asked } = await paypalAnswering(sending(201, refund))
  expect(await paypal.refunds.create(wish)).toEqual({
    providerRefundId: 'REFUND',
    reference: 'refund-1',
    currency: 'USD',
    amountMinor: 29,
    state: 'succeeded',
  })
  expect(asked[1]?.what).toBe('POST /v2/payments/captures/CAPTURE/refund')
  expect(asked[1]?.headers['paypal-request-id']).toBe('refund-1')
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
    amount: { currency_code: 'USD', value: '0.29' },
    custom_id: 'refund-1',
    invoice_id: 'refund-1',
  })
})

test.each([
  ['PENDING', 'pending'],
  ['CANCELLED', 'failed'],
  ['FAILED', 'failed'],
])('refunds that are %s', async (status, state) => {
  const { paypal } = await paypalAnswering(sending(201, { ...refund, status }))
  expect(await paypal.refunds.create(wish)).toMatchObject({ state })
})

test('refunds of another reference are not taken for ours', async () => {
  const { paypal } = await paypalAnswering(sending(201, { ...refund, custom_id: 'refund-2' }))
  expect(await failureOf(paypal.refunds.create(wish))).toBe('malformed')
})

test('refunds are all found by the payment; those made elsewhere carry no name of ours', async () => {
  const unit = {
    custom_id: 'ours',
    invoice_id: 'ours',
    payments: {
      captures: [capture],
      refunds: [
        refund,
        { ...refund, id: 'NAMED-OTHERWISE', custom_id: undefined, invoice_id: 'refund-2' },
        { ...refund, id: 'INHERITED', custom_id: 'ours', invoice_id: 'ours' },
        { ...refund, id: 'BARE', custom_id: undefined },
      ],
    },
  }
  const answers = [sending(200, captured), sending(200, order({ purchase_units: [unit] }))]
  const { paypal } = await paypalAnswering(inTurn(...answers))
  const found = await paypal.refunds.list('CAPTURE')
  expect(found.map(({ providerRefundId, reference }) => [providerRefundId, reference])).toEqual([
    ['REFUND', 'refund-1'],
    ['NAMED-OTHERWISE', 'refund-2'],
    ['INHERITED', null],
    ['BARE', null],
  ])
})

test.each([
  [
    'the link to its order',
    { links: [{ rel: 'up', href: 'https://api.paypal.example/v2/checkout/orders/ORDER' }] },
  ],
  ['the checkout that we know it by', {}],
  [
    'the checkout, with a link to something else',
    { links: [{ rel: 'up', href: 'https://api.paypal.example/v2' }] },
  ],
])('refunds of a payment without supplementary_data are found by %s', async (_, change) => {
  const made = { ...refund, links: [{ rel: 'up', href: 'https://x.example/v2/payments/captures/CAPTURE' }] }
  const ofAnother = {
    ...made,
    id: 'OTHER',
    links: [{ rel: 'up', href: 'https://x.example/v2/payments/captures/C2' }],
  }
  const unit = { custom_id: 'ours', payments: { captures: [capture], refunds: [made, ofAnother] } }
  const answers = [
    sending(200, { id: 'CAPTURE', ...change }),
    sending(200, order({ purchase_units: [unit] })),
  ]
  const { paypal } = await paypalAnswering(inTurn(...answers))
  const found = await paypal.refunds.list('CAPTURE', 'ORDER')
  expect(found).toMatchObject([{ providerRefundId: 'REFUND', reference: 'refund-1' }])
})

test('refunds of a payment whose order nobody names are nonsense, and no empty list', async () => {
  const { paypal } = await paypalAnswering(sending(200, { id: 'CAPTURE' }))
  expect(await failureOf(paypal.refunds.list('CAPTURE'))).toBe('malformed')
})

test('refunds of a payment that is unknown there, or another account’s, are missing', async () => {
  const forbidden = { name: 'NOT_AUTHORIZED', details: [{ issue: 'PERMISSION_DENIED' }] }
  for (const answer of [sending(404, unknown), sending(403, forbidden)]) {
    const { paypal } = await paypalAnswering(answer)
    await expect(paypal.refunds.list('CAPTURE')).rejects.toMatchObject({ isMissing: true })
    await expect(paypal.refunds.create(wish)).rejects.toMatchObject({ isMissing: true })
    await expect(paypal.checkouts.read('ORDER')).rejects.toMatchObject({ isMissing: true })
  }
})

test('refunds of another payment than was asked for are nonsense', async () => {
  const { paypal } = await paypalAnswering(sending(200, { ...captured, id: 'OTHER' }))
  expect(await failureOf(paypal.refunds.list('CAPTURE'))).toBe('malformed')
})
