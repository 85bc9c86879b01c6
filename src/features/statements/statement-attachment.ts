import { z } from 'zod'
import type { MailAttachment } from '../../platform/db/tables/mail.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MakeAttachments } from '../../platform/mail/mail-transport.ts'
import { logoAttachment } from '../invoices/mail/invoice-attachment.ts'
import { readLogo } from '../invoices/pdf/invoice-pdf.ts'
import { type StatementDocument, statementDocumentSchema } from './contract.ts'
import { statementPdf } from './pdf/statement-pdf.ts'
import { statementFileName } from './rules.ts'

const kind = 'statement-pdf'
const factsSchema = z.strictObject({ document: statementDocumentSchema })

export function attachStatement(document: StatementDocument): MailAttachment {
  return { kind, facts: { document }, standsAlone: true }
}

/** Adds statements to what is drawn when mails are delivered. */
export function withStatements({ database }: Deps<'database'>, makeOthers: MakeAttachments): MakeAttachments {
  return async (mail) => {
    if (mail.attachment.kind !== kind) return makeOthers(mail)
    const { document } = factsSchema.parse(mail.attachment.facts)
    const logo = await withTenant(database, mail.businessId, (tx) =>
      readLogo(tx, mail.businessId, document.logo),
    )
    const pdf = {
      filename: statementFileName(document),
      contentType: 'application/pdf',
      content: await statementPdf(document, logo),
    }
    return [pdf, ...logoAttachment(document.logo, logo)]
  }
}
