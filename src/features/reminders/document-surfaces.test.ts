import { describe, expect, test } from 'vitest'
import { surfaceDocuments } from '../../../test/support/fixtures/surface-documents.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { renderInvoiceMail } from '../invoices/mail/render-invoice-mail.ts'
import { renderInvoicePdf } from '../invoices/pdf/invoice-pdf.ts'
import { renderReceiptMail } from '../payments/ledger/receipts.ts'
import { renderReminderMail } from './send-reminder.ts'

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
    expect(await receiptOrReminder(invoice)).toMatchSnapshot()
  })
})

async function receiptOrReminder(invoice: InvoiceDocument): Promise<string[]> {
  if (invoice.status !== 'paid') {
    const words = { subject: null, body: null }
    return [renderReminderMail(invoice, words, { today: '2026-11-28', ...urls }).text]
  }
  const pdf = await readPdf(await renderInvoicePdf(invoice, { publicUrl, logo: null, kind: 'receipt' }))
  return [renderReceiptMail(invoice, urls).text, pdf.text]
}
