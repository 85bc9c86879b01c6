import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { changeSeries, lockSeries } from './queries.ts'

/** Ends a series for good. The row stays, because its invoices refer to it. */
export async function deleteSeries(deps: InvoiceDeps, { businessId }: Identity, id: string): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    await changeSeries(tx, await lockSeries(tx, id), { endedAt: now, updatedAt: now })
    await removeUnusedLogos(tx, businessId, deps.log)
  })
}
