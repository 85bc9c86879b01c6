import { z } from 'zod'
import type { Database } from '../../platform/db/connect.ts'
import type { MailAttachment } from '../../platform/db/tables/mails.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { MakeAttachments } from '../../platform/mail/mail-attachments.ts'
import { invoiceDocumentSchema } from './contract.ts'
import type { InvoiceDocument } from './contract.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'
import { readLogo } from './read-logo.ts'
import { logoCid } from './render-invoice-mail.ts'

const kinds = { 'invoice-pdf': 'invoice', 'receipt-pdf': 'receipt' } as const
const factsSchema = z.strictObject({ document: invoiceDocumentSchema, publicUrl: z.url() })
type Facts = z.input<typeof factsSchema>

export function attachInvoicePdf(facts: Facts): MailAttachment {
  return { kind: 'invoice-pdf' satisfies keyof typeof kinds, facts }
}

export function attachReceiptPdf(facts: Facts): MailAttachment {
  return { kind: 'receipt-pdf' satisfies keyof typeof kinds, facts }
}

export function pdfName(
  { number }: Pick<InvoiceDocument, 'number'>,
  kind: 'invoice' | 'receipt' = 'invoice',
): string {
  return `${kind === 'receipt' ? 'Receipt' : 'Invoice'}-${number}.pdf`
}

function isDrawn(kind: string): kind is keyof typeof kinds {
  return Object.hasOwn(kinds, kind)
}

/** Draws what the mail of an invoice carries: the PDF, and the logo that its HTML shows. */
export function createInvoiceAttachments({ database }: { database: Database }): MakeAttachments {
  return async ({ businessId, attachment }) => {
    if (!isDrawn(attachment.kind)) throw new Error(`Nothing here draws a ${attachment.kind}.`)
    const kind = kinds[attachment.kind]
    const { document, publicUrl } = factsSchema.parse(attachment.facts)
    const logo = await withTenant(database, businessId, (tx) => readLogo(tx, businessId, document.logo))
    const pdf = {
      filename: pdfName(document, kind),
      contentType: 'application/pdf',
      content: await renderInvoicePdf(document, { publicUrl, logo, kind }),
    }
    if (!logo || !document.logo) return [pdf]
    const { contentType, bytes: content } = logo
    const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg'
    return [pdf, { filename, contentType, content, cid: logoCid(document.logo) }]
  }
}
