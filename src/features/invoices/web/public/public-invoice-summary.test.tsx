import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../../test/support/fixtures/invoice-document.ts'
import { PublicInvoiceSummary } from './public-invoice-summary.tsx'

test.each([
  ['AUD', 'en-AU', '$1,698.11 AUD'],
  ['AUD', 'en-US', 'A$1,698.11'],
  ['USD', 'en-US', '$1,698.11'],
  ['JPY', 'ja-JP', '¥169,811'],
])('%s in %s: the amount due reads %s', (currency, locale, text) => {
  const charge = { kind: 'amount', amountMinor: 169_811 } as const
  const invoice = invoiceDocument({ currency, locale, charge })
  const html = renderToStaticMarkup(<PublicInvoiceSummary invoice={invoice}>{null}</PublicInvoiceSummary>)
  const [, amount = ''] = /<p class="text-3xl[^>]*>(.*?)<\/p>/.exec(html) ?? []
  expect(amount.replaceAll(/<[^>]*>/g, '')).toBe(text)
})

test('a client who has paid too much reads how much', () => {
  const paid = { status: 'paid', paidOn: '2026-11-05', receivedMinor: 150_000 } as const
  const invoice = invoiceDocument({ charge: { kind: 'amount', amountMinor: 125_000 }, ...paid })
  const html = renderToStaticMarkup(<PublicInvoiceSummary invoice={invoice}>{null}</PublicInvoiceSummary>)
  expect(html).toContain('Payment Complete')
  expect(html).toContain('You have paid $250.00 too much.')
  const exact = { ...invoice, receivedMinor: 125_000 }
  const other = renderToStaticMarkup(<PublicInvoiceSummary invoice={exact}>{null}</PublicInvoiceSummary>)
  expect(other).not.toContain('too much')
})
