import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { releaseLimits, takeFromLimits } from '../../platform/limits/limit.ts'
import { queueInvoiceMail } from './emails.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { getBusinessFacts, getInvoiceRow } from './queries.ts'

/** The owner's Email button: ten an hour for an invoice. */
export async function emailInvoice(deps: InvoiceDeps, { businessId, business }: Identity, id: string) {
  const limits = [{ key: `invoice-mail:${businessId}:${id}`, max: 10, windowSeconds: 3600 }]
  await takeFromLimits(deps.database, limits)
  try {
    return await withTenant(deps.database, businessId, async (tx) => {
      const [row, { ownerVerified }] = await Promise.all([
        getInvoiceRow(tx, id),
        getBusinessFacts(tx, businessId, null),
      ])
      return queueInvoiceMail(tx, deps, row, { timeZone: business.timeZone, ownerVerified })
    })
  } catch (error) {
    await releaseLimits(deps.database, limits)
    throw error
  }
}
