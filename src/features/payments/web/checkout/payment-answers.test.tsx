import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PaymentFacts } from './payment-answers.tsx'

const payment = {
  state: 'confirmed' as const,
  number: 'INV-2026-0001',
  company: 'Test Business',
  amountMinor: 11_000,
  paidOn: '2026-11-05',
  reason: null,
  receiptSent: false,
  isTest: false,
  together: [],
}

test('a payment names its currency where the sign alone does not', () => {
  const markup = (currency: string, locale: string) =>
    renderToStaticMarkup(<PaymentFacts payment={{ ...payment, currency, locale }} />)
  expect(markup('AUD', 'en-AU')).toMatch(/\$110\.00.*Currency.*AUD/)
  expect(markup('USD', 'en-US')).not.toContain('Currency')
})
