import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { completeContent, invoiceContentSchema } from '../invoices/document/input-rules.ts'
import { calculateTotals } from '../invoices/document/totals-rules.ts'
import type { Template, listTemplates as listContract } from './contract.ts'
import { type TemplateRow, getTemplateRow, listTemplateRows, withoutLostLogo } from './queries.ts'

type ListedTemplate = ResponseOf<typeof listContract>['templates'][number]

export async function listTemplates(database: Database, businessId: string): Promise<ListedTemplate[]> {
  return (await withTenant(database, businessId, listTemplateRows)).map(toListed)
}

export function getTemplate(database: Database, businessId: string, id: string): Promise<Template> {
  return withTenant(database, businessId, async (tx) => toTemplate(tx, await getTemplateRow(tx, id)))
}

/** As it is given out: what was stored under older rules has to hold under today's. */
export async function toTemplate(tx: Transaction, row: TemplateRow): Promise<Template> {
  const read = invoiceContentSchema.safeParse(completeContent(row.content))
  if (!read.success) {
    throw new AppError('VALIDATION_FAILED', 'This template can no longer be used. Please make it again.', {
      cause: read.error,
    })
  }
  const content = await withoutLostLogo(tx, read.data)
  return { id: row.id, name: row.name, content, updatedAt: row.updatedAt.toISOString() }
}

/** One that cannot be read any more is listed all the same, so that it can be removed. */
function toListed({ id, name, content, updatedAt }: TemplateRow): ListedTemplate {
  const { data } = invoiceContentSchema.safeParse(completeContent(content))
  const sums = data && calculateTotals(data.charge)
  return {
    id,
    name,
    clientName: data?.client.name ?? '',
    totalCents: sums?.ok ? sums.totals.totalCents : 0,
    updatedAt: updatedAt.toISOString(),
  }
}
