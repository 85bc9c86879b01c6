import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { invoiceTemplates } from '../../platform/db/tables/templates.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { defaultCurrency } from '../../shared/currencies.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { completeContent, invoiceContentSchema } from '../invoices/document/input-rules.ts'
import { calculateTotals } from '../invoices/document/totals-rules.ts'
import type { Template, listTemplates as listContract } from './contract.ts'
import { type TemplateRow, getTemplateRow, templateColumns, withoutDeletedLogo } from './queries.ts'

type ListedTemplate = ResponseOf<typeof listContract>['templates'][number]

export async function listTemplates(database: Database, businessId: string): Promise<ListedTemplate[]> {
  const rows = await withTenant(database, businessId, ({ db }) =>
    db
      .select(templateColumns)
      .from(invoiceTemplates)
      .orderBy(sql`lower(${invoiceTemplates.name})`),
  )
  return rows.map(toListed)
}

export function getTemplate(database: Database, businessId: string, id: string): Promise<Template> {
  return withTenant(database, businessId, async (tx) => toTemplate(tx, await getTemplateRow(tx, id)))
}

/** Converts a row to the response. Content that an older version stored must be valid under today's rules. */
export async function toTemplate(tx: Transaction, row: TemplateRow): Promise<Template> {
  const parsed = invoiceContentSchema.safeParse(completeContent(row.content))
  if (!parsed.success) {
    throw new AppError('VALIDATION_FAILED', 'This template can no longer be used. Please create it again.', {
      cause: parsed.error,
    })
  }
  const content = await withoutDeletedLogo(tx, parsed.data)
  return { id: row.id, name: row.name, content, updatedAt: row.updatedAt.toISOString() }
}

/** A template whose content is no longer valid is listed too, so that the owner can delete it. */
function toListed({ id, name, content, updatedAt }: TemplateRow): ListedTemplate {
  const { data } = invoiceContentSchema.safeParse(completeContent(content))
  const result = data && calculateTotals(data.charge, data.currency)
  return {
    id,
    name,
    clientName: data?.client.name ?? '',
    currency: data?.currency ?? defaultCurrency,
    totalMinor: result?.ok ? result.totals.totalMinor : 0,
    updatedAt: updatedAt.toISOString(),
  }
}
