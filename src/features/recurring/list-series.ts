import { and, desc, isNull, sql } from 'drizzle-orm'
import { recurringSeries } from '../../platform/db/tables/reminders.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type * as contract from './contract.ts'
import { seriesColumns } from './queries.ts'
import { toListItem } from './series-view.ts'

interface Place {
  createdAt: string
  id: string
}

const pageSize = 50
// What is written on the invoices can be long, and is not shown in the list.
const { content: _, ...listedColumns } = seriesColumns
const form = /^(\d{4}-\d{2}-\d{2}T[\d:.]{12}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Whether the database takes it as well: it knows no Feb 31, and no year 0. */
function isMoment(text: string): boolean {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString() === text && text > '0001'
}

function readPlace(text: string): Place {
  const [, createdAt = '', id = ''] = form.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isMoment(createdAt)) {
    const message = 'This is no place in the list.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { after: message } })
  }
  return { createdAt, id }
}

function writePlace({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

export async function listSeries(
  { database }: InvoiceDeps,
  { businessId }: Identity,
  { after }: QueryOf<typeof contract.listSeries>,
): Promise<ResponseOf<typeof contract.listSeries>> {
  const place = after === undefined ? undefined : readPlace(after)
  const { createdAt, id } = recurringSeries
  // One row more than a page tells whether there is another page.
  const rows = await withTenant(database, businessId, ({ db }) =>
    db
      .select(listedColumns)
      .from(recurringSeries)
      .where(
        and(
          isNull(recurringSeries.endedAt),
          place && sql`(${createdAt}, ${id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)`,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(pageSize + 1),
  )
  const series = rows.slice(0, pageSize).map(toListItem)
  const last = series.at(-1)
  return { series, next: rows.length > pageSize && last ? writePlace(last) : null }
}
