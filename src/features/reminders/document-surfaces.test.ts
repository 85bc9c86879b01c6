import { describe, expect, test } from 'vitest'
import { surfaceDocuments } from '../../../test/support/fixtures/surface-documents.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { renderInvoiceMail } from '../invoices/mail/render-invoice-mail.ts'
import { renderInvoicePdf } from '../invoices/pdf/invoice-pdf.ts'
import { renderReceiptMail } from '../payments/ledger/render-receipt-mail.ts'
import { renderReminderMail } from './render-reminder-mail.ts'

const publicUrl = 'https://pay.example/i'
const urls = { publicUrl, appUrl: 'https://app.example' }

// The page is the fifth: src/features/invoices/web/paper/paper-surface.test.tsx.
describe.each(Object.entries(surfaceDocuments))('%s', (_name, invoice) => {
  test('in the PDF', async () => {
    const pdf = await readPdf(await renderInvoicePdf(invoice, { publicUrl, logo: null, kind: 'invoice' }))
    expect(pdf.text).toMatchSnapshot()
  })

  test('in the mail of the invoice', () => {
    expect(renderInvoiceMail(invoice, urls).text).toMatchSnapshot()
  })

  test('in the receipt once it is paid, and until then in a reminder', async () => {
    if (invoice.status !== 'paid') {
      const words = { subject: null, body: null }
      expect(renderReminderMail(invoice, words, { today: '2026-11-28', ...urls }).text).toMatchSnapshot()
      return
    }
    const pdf = await readPdf(await renderInvoicePdf(invoice, { publicUrl, logo: null, kind: 'receipt' }))
    expect([renderReceiptMail(invoice, urls).text, pdf.text]).toMatchSnapshot()
  })
})
