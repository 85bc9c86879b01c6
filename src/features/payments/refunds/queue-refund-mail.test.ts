import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../../test/support/fixtures/invoice-document.ts'
import { renderRefundMail } from './queue-refund-mail.ts'

test('the mail about a refund names the currency where the sign alone does not', () => {
  const details = { amountMinor: 11_000, stillOwed: false, isPaypal: false, isTest: false }
  const urls = { publicUrl: 'https://pay.example/i', appUrl: 'https://pay.example', isPayable: true }
  const textIn = (currency: string, locale: string) =>
    renderRefundMail(invoiceDocument({ currency, locale }), details, urls).text
  expect(textIn('AUD', 'en-AU')).toMatch(/Currency:? +AUD/)
  expect(textIn('USD', 'en-US')).not.toContain('Currency')
})
