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

const kind = 'invoice-pdf'
const factsSchema = z.strictObject({ document: invoiceDocumentSchema, publicUrl: z.url() })

export function attachInvoicePdf(facts: z.input<typeof factsSchema>): MailAttachment {
  return { kind, facts }
}

export function pdfName({ number }: Pick<InvoiceDocument, 'number'>): string {
  return `Invoice-${number}.pdf`
}

/** Draws what the mail of an invoice carries: the PDF, and the logo that its HTML shows. */
export function createInvoiceAttachments({ database }: { database: Database }): MakeAttachments {
  return async ({ businessId, attachment }) => {
    if (attachment.kind !== kind) throw new Error(`Nothing here draws a ${attachment.kind}.`)
    const { document, publicUrl } = factsSchema.parse(attachment.facts)
    const logo = await withTenant(database, businessId, (tx) => readLogo(tx, businessId, document.logo))
    const pdf = {
      filename: pdfName(document),
      contentType: 'application/pdf',
      content: await renderInvoicePdf(document, { publicUrl, logo }),
    }
    if (!logo || !document.logo) return [pdf]
    const { contentType, bytes: content } = logo
    const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg'
    return [pdf, { filename, contentType, content, cid: logoCid(document.logo) }]
  }
}
