import { z } from 'zod'
import type { MailAttachment } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MakeAttachments } from '../../../platform/mail/mail-transport.ts'
import { type InvoiceDocument, type Movement, invoiceDocumentSchema, movementSchema } from '../contract.ts'
import { titleOf } from '../document/row-rules.ts'
import { renderInvoicePdf, readLogo } from '../pdf/invoice-pdf.ts'
import { logoCid } from './render-invoice-mail.ts'

const kinds = { 'invoice-pdf': 'invoice', 'receipt-pdf': 'receipt' } as const
const pdfSchema = z.strictObject({
  document: invoiceDocumentSchema,
  publicUrl: z.url(),
  /** For the receipt of a single payment. */
  payment: movementSchema.nullable().default(null),
})
const factsSchema = pdfSchema.extend({
  /** Whether the client can pay on the public page. */
  isPayable: z.boolean().default(true),
  /** Files that the owner added. */
  files: z.array(z.strictObject({ id: z.uuid(), name: z.string(), contentType: z.string() })).default([]),
  /** The documents of other invoices that were paid in the same payment. */
  more: z.array(pdfSchema).default([]),
})
const logoSchema = z.strictObject({ document: invoiceDocumentSchema.pick({ logo: true }) })

export function attachPdf(kind: keyof typeof kinds, facts: z.input<typeof factsSchema>): MailAttachment {
  return { kind, facts }
}

/** The attachment of a mail that shows the logo and has no PDF. */
export function attachLogo({ logo }: Pick<InvoiceDocument, 'logo'>): MailAttachment | undefined {
  return logo ? { kind: 'logo', facts: { document: { logo } } } : undefined
}

export function pdfName(
  { number, ...document }: Pick<InvoiceDocument, 'number' | 'creditedInvoice' | 'estimate'>,
  kind: 'invoice' | 'receipt' = 'invoice',
  payment: Pick<Movement, 'on'> | null = null,
): string {
  const date = payment ? `-${payment.on}` : ''
  // A number can contain slashes, which no file name can.
  const title = kind === 'receipt' ? 'Receipt' : titleOf(document).replace(' ', '-')
  return `${title}-${number.replaceAll('/', '-')}${date}.pdf`
}

function isPdfKind(kind: string): kind is keyof typeof kinds {
  return Object.hasOwn(kinds, kind)
}

/** Returns the function that creates the attachments of invoice mails: the PDF, and the logo that the HTML shows. */
export function createInvoiceAttachments({ database, files }: Deps<'database' | 'files'>): MakeAttachments {
  const readLogoFile = async (businessId: string, logo: InvoiceDocument['logo']) => {
    const file = await withTenant(database, businessId, (tx) => readLogo(tx, businessId, logo))
    if (!file || !logo) return { file, attached: [] }
    const { contentType, bytes: content } = file
    const filename = contentType === 'image/png' ? 'logo.png' : 'logo.jpg'
    return { file, attached: [{ filename, contentType, content, cid: logoCid(logo) }] }
  }
  /** One that was removed after the mail was queued is left out. */
  const readFiles = async (businessId: string, wanted: z.output<typeof factsSchema>['files']) => {
    if (wanted.length === 0) return []
    const { rows } = await withTenant(database, businessId, ({ client }) =>
      client.query<{ id: string }>(
        'select id from stored_files where business_id = $1 and id = any($2::uuid[])',
        [businessId, wanted.map(({ id }) => id)],
      ),
    )
    const there = wanted.filter(({ id }) => rows.some((row) => row.id === id))
    return Promise.all(
      there.map(async ({ id, name: filename, contentType }) => ({
        filename,
        contentType,
        content: await files.read({ businessId, id }),
      })),
    )
  }
  return async ({ businessId, attachment }) => {
    if (attachment.kind === 'logo')
      return (await readLogoFile(businessId, logoSchema.parse(attachment.facts).document.logo)).attached
    if (!isPdfKind(attachment.kind)) throw new Error(`Nothing here draws a ${attachment.kind}.`)
    const kind = kinds[attachment.kind]
    const { isPayable, files: added, more, ...first } = factsSchema.parse(attachment.facts)
    const pdfs = []
    for (const { document, publicUrl, payment } of [first, ...more]) {
      const { file: logo } = await readLogoFile(businessId, document.logo)
      pdfs.push({
        filename: pdfName(document, kind, payment),
        contentType: 'application/pdf',
        content: await renderInvoicePdf(document, { publicUrl, logo, kind, isPayable, payment }),
      })
    }
    const { attached } = await readLogoFile(businessId, first.document.logo)
    return [...pdfs, ...(await readFiles(businessId, added)), ...attached]
  }
}
