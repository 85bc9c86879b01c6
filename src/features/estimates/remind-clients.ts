import { and, eq } from 'drizzle-orm'
import { estimates } from '../../platform/db/tables/estimates.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { type DueRef, processDueRows } from '../../platform/jobs/process-due-rows.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { ClientMailDeps } from '../invoices/invoice-deps.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import { queueExpiryMail } from './emails.ts'
import { getMailFacts, getMailingBusiness, lockEstimate } from './queries.ts'
import { statusOn } from './rules.ts'

export type EstimateJobDeps = ClientMailDeps & Deps<'database' | 'log'>

/** Reminds the clients of estimates that are about to expire, each once. */
export async function remindClients(deps: EstimateJobDeps): Promise<void> {
  await processDueRows(deps, {
    table: 'estimates',
    work: (ref) => remindWithinLimit(deps, ref),
    failed: 'a client could not be reminded of an estimate',
  })
}

async function remindWithinLimit(deps: EstimateJobDeps, ref: DueRef): Promise<void> {
  const { businessId, id: estimateId } = ref
  try {
    const { plan } = await getMailFacts(deps.database, { businessId, estimateId })
    await withinLimits(deps.database, [clientMailLimit(businessId, plan)], () => remind(deps, ref))
  } catch (error) {
    // The next run tries again within the limit. An estimate that is gone needs no reminder.
    if (error instanceof AppError && (error.code === 'TOO_MANY_REQUESTS' || error.code === 'NOT_FOUND'))
      return
    throw error
  }
}

async function remind(deps: EstimateJobDeps, { businessId, id }: DueRef): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    // Read with the lock: the client may have answered, or another process may have sent it.
    const row = await lockEstimate(tx, id)
    const now = deps.now()
    if (!row.nextRunAt || row.nextRunAt > now) return
    const business = await getMailingBusiness(tx, businessId)
    const { rows } = await tx.client.query(
      'select from clients where business_id = $1 and id = $2 and no_reminders',
      [businessId, row.clientId],
    )
    const isWanted = statusOn(dateIn(business.timeZone, now), row) === 'open' && rows.length === 0
    const which = and(eq(estimates.businessId, businessId), eq(estimates.id, id))
    if (!isWanted) {
      await tx.db.update(estimates).set({ nextRunAt: null }).where(which)
      return
    }
    await tx.db.update(estimates).set({ remindedAt: now }).where(which)
    await queueExpiryMail(tx, deps, row, business)
  })
}
