import { and, eq, isNull } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import { assertOwnPassword } from '../auth/passwords/own-password.ts'
import type { AccountDeps } from './account-deps.ts'
import type { requestDeletion as requestEndpoint } from './contract.ts'
import { queueDeletionMail } from './emails.ts'
import { adminStays, deletionDate, deletionTime, isConfirmed } from './rules.ts'

/** Schedules the deletion of the account. A second request does not change the date. */
export async function requestDeletion(
  deps: AccountDeps,
  identity: Caller,
  { confirmation, password }: BodyOf<typeof requestEndpoint>,
): Promise<{ deleteAfter: string | null }> {
  const { businessId, business, email } = identity
  if (identity.role === 'admin') throw new AppError('FORBIDDEN', adminStays)
  if (!isConfirmed(confirmation, business.name)) {
    const message = `Please type the name exactly as it is: ${business.name}`
    throw new AppError('VALIDATION_FAILED', message, { fields: { confirmation: message } })
  }
  await assertOwnPassword(deps, identity, password)
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const [scheduled] = await tx.db
      .update(businesses)
      .set({ deletionRequestedAt: now, deleteAfter: deletionTime(now) })
      .where(and(eq(businesses.id, businessId), isNull(businesses.deleteAfter)))
      .returning({ deleteAfter: businesses.deleteAfter })
    if (scheduled?.deleteAfter) {
      const date = deletionDate(scheduled.deleteAfter, business.timeZone)
      await recordActivity(tx, identity, { kind: 'deletion-requested', detail: `To be deleted on ${date}` })
      await queueDeletionMail(tx, deps, { to: email, businessId, businessName: business.name, date })
    }
    const [current] = await tx.db.select({ deleteAfter: businesses.deleteAfter }).from(businesses)
    return { deleteAfter: current?.deleteAfter?.toISOString() ?? null }
  })
}
