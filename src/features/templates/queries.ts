import { eq } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { files } from '../../platform/db/tables/files.ts'
import { invoiceTemplates } from '../../platform/db/tables/templates.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import type { InvoiceContent } from '../invoices/document/input-rules.ts'

export const templateColumns = {
  id: invoiceTemplates.id,
  name: invoiceTemplates.name,
  content: invoiceTemplates.content,
  updatedAt: invoiceTemplates.updatedAt,
}
export type TemplateRow = Pick<typeof invoiceTemplates.$inferSelect, keyof typeof templateColumns>

export function templateNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This template no longer exists.')
}

export async function getTemplateRow({ db }: Transaction, id: string): Promise<TemplateRow> {
  const [row] = await db.select(templateColumns).from(invoiceTemplates).where(eq(invoiceTemplates.id, id))
  if (!row) throw templateNotFound()
  return row
}

/** Clears the logo if it was deleted. An existing logo is locked against deletion until the transaction ends. */
export async function withoutDeletedLogo(
  { db }: Transaction,
  content: InvoiceContent,
): Promise<InvoiceContent> {
  if (content.logoId === null) return content
  const [file] = await db
    .select({ id: files.id })
    .from(files)
    .where(eq(files.id, content.logoId))
    .for('key share')
  return file ? content : { ...content, logoId: null }
}

/** Throws PLAN_REQUIRED with this message if the current plan of the business does not include templates. */
export async function assertPlanHasTemplates({ db }: Transaction, message: string): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'invoiceTemplates'))
    throw new AppError('PLAN_REQUIRED', message)
}
