import { z } from 'zod'
import type { MailAttachment } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MakeAttachments } from '../../../platform/mail/mail-transport.ts'
import { documentStyleSchema, logoSchema } from '../../business/contract.ts'
import { readLogo } from '../../invoices/pdf/invoice-pdf.ts'
import { reportSchema } from '../contract.ts'
import { makeReportFile } from '../files/make-report-file.ts'
import type { ReportDocument } from '../files/read-report-document.ts'

const kind = 'report-pdf'
const factsSchema = z.strictObject({
  document: z.strictObject({
    report: reportSchema,
    company: z.strictObject({ name: z.string(), country: z.string() }),
    style: documentStyleSchema,
    logo: logoSchema.nullable(),
  }),
})

export function attachReport(document: ReportDocument): MailAttachment {
  return { kind, facts: { document }, standsAlone: true }
}

/** Adds reports to what is drawn when mails are delivered. */
export function withReportFiles(
  { database, now }: Deps<'database' | 'now'>,
  makeOthers: MakeAttachments,
): MakeAttachments {
  return async (mail) => {
    if (mail.attachment.kind !== kind) return makeOthers(mail)
    const { document } = factsSchema.parse(mail.attachment.facts)
    const logo = await withTenant(database, mail.businessId, (tx) =>
      readLogo(tx, mail.businessId, document.logo),
    )
    const { name: filename, bytes: content } = await makeReportFile(document, {
      format: 'pdf',
      logo,
      date: now(),
    })
    return [{ filename, contentType: 'application/pdf', content }]
  }
}
