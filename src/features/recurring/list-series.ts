import { and, desc, isNull, sql } from 'drizzle-orm'
import { readMomentCursor, writeMomentCursor } from '../../platform/db/moment-cursor.ts'
import { recurringSeries } from '../../platform/db/tables/recurring.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type * as contract from './contract.ts'
import { seriesColumns } from './queries.ts'
import { toListItem } from './series-view.ts'

const pageSize = 50
// The list does not need the content, which can be long.
const { content: _, ...listedColumns } = seriesColumns

export async function listSeries(
  { database }: InvoiceDeps,
  { businessId }: Identity,
  { after }: QueryOf<typeof contract.listSeries>,
): Promise<ResponseOf<typeof contract.listSeries>> {
  const cursor = after === undefined ? undefined : readMomentCursor(after)
  const { createdAt, id } = recurringSeries
  // One extra row shows whether there is another page.
  const rows = await withTenant(database, businessId, ({ db }) =>
    db
      .select(listedColumns)
      .from(recurringSeries)
      .where(
        and(
          isNull(recurringSeries.endedAt),
          cursor && sql`(${createdAt}, ${id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(pageSize + 1),
  )
  const series = rows.slice(0, pageSize).map(toListItem)
  const last = series.at(-1)
  return { series, next: rows.length > pageSize && last ? writeMomentCursor(last) : null }
}
