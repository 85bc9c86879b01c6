import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canRetryRequest, checkoutRequest } from './checkout-request.ts'

const invoice = { id: 'an-id', number: 'A1B2C3D4', companyName: 'Studio', clientEmail: 'client@example.com' }
const base = {
  provider: 'card' as const,
  pageId: 'c',
  businessId: 'b',
  clientId: null,
  invoices: [invoice] as const,
  money: { currency: 'USD', minor: 100 },
  appUrl: 'https://pay.example',
}

function expiryOf(now: string, offerEnds: string | null, timeZone = 'UTC'): string {
  const request = checkoutRequest({
    ...base,
    offerEnds: offerEnds === null ? [] : [offerEnds],
    timeZone,
    now: new Date(now),
  })
  return new Date(request.expiresAt * 1000).toISOString()
}

describe('when a page closes', () => {
  test('a minute short of a day from now', () => {
    expect(expiryOf('2026-11-05T12:00:00Z', null)).toBe('2026-11-06T11:59:00.000Z')
  })

  test('at the end of the last day of an offer, by the business’s clock', () => {
    expect(expiryOf('2026-11-11T12:00:00Z', '2026-11-11')).toBe('2026-11-12T00:00:00.000Z')
    expect(expiryOf('2026-11-11T12:00:00Z', '2026-11-11', 'Asia/Tokyo')).toBe('2026-11-11T15:00:00.000Z')
    expect(expiryOf('2026-11-11T18:00:00Z', '2026-11-11', 'America/Los_Angeles')).toBe(
      '2026-11-12T08:00:00.000Z',
    )
  })

  test('where that day has 25 hours', () => {
    expect(expiryOf('2026-11-01T12:00:00Z', '2026-11-01', 'America/New_York')).toBe(
      '2026-11-02T05:00:00.000Z',
    )
  })

  test('but not sooner than the provider can close one', () => {
    expect(expiryOf('2026-11-11T23:59:00Z', '2026-11-11')).toBe('2026-11-12T00:31:00.000Z')
  })

  test('always within what the provider takes', () => {
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 10 }), (now, days) => {
        const offerEnds = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
        const { expiresAt } = checkoutRequest({
          ...base,
          offerEnds: [offerEnds],
          timeZone: 'Europe/Zurich',
          now,
        })
        const ahead = expiresAt - now.getTime() / 1000
        expect(ahead).toBeGreaterThan(31 * 60)
        expect(ahead).toBeLessThan(24 * 3600)
      }),
    )
  })
})

test('a question can be put again while the page would still be open for half an hour', () => {
  const now = new Date('2026-11-05T12:00:00Z')
  const at = (minutes: number) => ({ expiresAt: now.getTime() / 1000 + minutes * 60 })
  expect(canRetryRequest(at(31), now)).toBe(true)
  expect(canRetryRequest(at(30), now)).toBe(false)
})

test('addresses lie on our own origin', () => {
  const request = checkoutRequest({ ...base, offerEnds: [], timeZone: 'UTC', now: new Date() })
  expect(request.successUrl).toBe(
    'https://pay.example/payment-success?invoice_id=an-id&session_id={CHECKOUT_SESSION_ID}',
  )
  expect(request.cancelUrl).toBe('https://pay.example/invoices/an-id/view?canceled=true')
})

test('a page for several invoices names them, closes with the first offer, and leads back to the client’s own page', () => {
  const request = checkoutRequest({
    ...base,
    clientId: 'a-client',
    invoices: [invoice, { ...invoice, id: 'another-id', number: 'B2' }, { ...invoice, number: 'C3' }],
    offerEnds: ['2026-11-12', '2026-11-11'],
    timeZone: 'UTC',
    now: new Date('2026-11-11T12:00:00Z'),
  })
  expect(request).toMatchObject({
    description: 'Invoices A1B2C3D4, B2 and C3 from Studio',
    successUrl: 'https://pay.example/payment-success?invoice_id=an-id&session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://pay.example/portal?canceled=true',
    expiresAt: Date.parse('2026-11-12T00:00:00Z') / 1000,
  })
})

test('PayPal, which adds its own name of the visit, is sent no placeholder', () => {
  const request = checkoutRequest({
    ...base,
    provider: 'paypal',
    offerEnds: [],
    timeZone: 'UTC',
    now: new Date(),
  })
  expect(request.successUrl).toBe('https://pay.example/payment-success?invoice_id=an-id')
  expect(request.cancelUrl).toBe('https://pay.example/invoices/an-id/view?canceled=true')
})
