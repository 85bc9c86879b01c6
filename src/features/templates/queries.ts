import { eq, sql } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { clients } from '../../platform/db/tables/clients.ts'
import { files } from '../../platform/db/tables/files.ts'
import { invoiceTemplates } from '../../platform/db/tables/templates.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import type { InvoiceContent } from '../invoices/document/input-rules.ts'

const columns = {
  id: invoiceTemplates.id,
  name: invoiceTemplates.name,
  content: invoiceTemplates.content,
  updatedAt: invoiceTemplates.updatedAt,
}
export type TemplateRow = Pick<typeof invoiceTemplates.$inferSelect, keyof typeof columns>

interface TemplateInput {
  name: string
  content: InvoiceContent
}

export function templateNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This template is not there any more.')
}

export function listTemplateRows({ db }: Transaction): Promise<TemplateRow[]> {
  return db
    .select(columns)
    .from(invoiceTemplates)
    .orderBy(sql`lower(${invoiceTemplates.name})`)
}

export async function getTemplateRow({ db }: Transaction, id: string): Promise<TemplateRow> {
  const [row] = await db.select(columns).from(invoiceTemplates).where(eq(invoiceTemplates.id, id))
  if (!row) throw templateNotFound()
  return row
}

export function countTemplates({ db }: Transaction): Promise<number> {
  return db.$count(invoiceTemplates)
}

export async function addTemplate(
  { db }: Transaction,
  businessId: string,
  input: TemplateInput,
): Promise<TemplateRow> {
  const [added] = await db
    .insert(invoiceTemplates)
    .values({ ...input, businessId })
    .returning(columns)
  if (!added) throw new Error('no row came back for the added template')
  return added
}

export async function changeTemplate(
  { db }: Transaction,
  id: string,
  input: TemplateInput,
): Promise<TemplateRow> {
  const [changed] = await db
    .update(invoiceTemplates)
    .set({ ...input, updatedAt: sql`now()` })
    .where(eq(invoiceTemplates.id, id))
    .returning(columns)
  if (!changed) throw templateNotFound()
  return changed
}

export async function removeTemplate({ db }: Transaction, id: string): Promise<void> {
  const removed = await db
    .delete(invoiceTemplates)
    .where(eq(invoiceTemplates.id, id))
    .returning({ id: invoiceTemplates.id })
  if (removed.length === 0) throw templateNotFound()
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

/** Clears a client id that does not belong to the business: invoices created from the template would copy it. */
export async function withoutUnknownClient(
  { db }: Transaction,
  content: InvoiceContent,
): Promise<InvoiceContent> {
  const { client } = content
  if (client.id === null) return content
  const [found] = await db.select({ id: clients.id }).from(clients).where(eq(clients.id, client.id))
  return found ? content : { ...content, client: { ...client, id: null } }
}

/** Throws PLAN_REQUIRED with this message if the current plan of the business does not include templates. */
export async function assertPlanHasTemplates({ db }: Transaction, message: string): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'invoiceTemplates'))
    throw new AppError('PLAN_REQUIRED', message)
}
