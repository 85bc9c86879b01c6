import { and, desc, eq, lt } from 'drizzle-orm'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { statusOn } from '../invoices/rules.ts'
import type * as contract from './contract.ts'
import { getSeriesRow } from './queries.ts'

const pageSize = 20

/** Lists the invoices of a series by period, which is also the cursor. Deleted invoices are left out. */
export async function listSeriesInvoices(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
  seriesId: string,
  { after }: QueryOf<typeof contract.listSeriesInvoices>,
): Promise<ResponseOf<typeof contract.listSeriesInvoices>> {
  const { id, number, issueDate, dueDate, currency, totalMinor, status, seriesPeriod } = invoices
  const rows = await withTenant(database, businessId, async (tx) => {
    await getSeriesRow(tx, seriesId)
    return (
      tx.db
        .select({ id, number, issueDate, dueDate, currency, totalMinor, status, seriesPeriod })
        .from(invoices)
        .where(
          and(
            eq(invoices.businessId, businessId),
            eq(invoices.seriesId, seriesId),
            after === undefined ? undefined : lt(seriesPeriod, Number(after)),
          ),
        )
        .orderBy(desc(seriesPeriod))
        // One extra row shows whether there is another page.
        .limit(pageSize + 1)
    )
  })
  const page = rows.slice(0, pageSize)
  const today = dateIn(business.timeZone, now())
  return {
    invoices: page.map((row) => ({
      id: row.id,
      number: row.number,
      issueDate: row.issueDate,
      currency: row.currency,
      totalMinor: row.totalMinor,
      status: statusOn(today, row),
    })),
    next: rows.length > pageSize ? String(page.at(-1)?.seriesPeriod) : null,
  }
}
