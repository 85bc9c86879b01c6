import { and, eq, isNull } from 'drizzle-orm'
import { businesses, members } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import { assertOwnPassword } from '../auth/passwords/own-password.ts'
import type { AccountDeps } from './account-deps.ts'
import type { requestDeletion as requestEndpoint } from './contract.ts'
import { queueDeletionMail, queueKeptMail } from './emails.ts'
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
    const message = `Please type the name exactly as shown: ${business.name}`
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

/** Cancels the scheduled deletion of the account. */
export async function cancelDeletion(deps: AccountDeps, caller: Caller): Promise<{ deleteAfter: null }> {
  const { businessId, business, userId, email } = caller
  return withTenant(deps.database, businessId, async (tx) => {
    const [row] = await tx.db
      .select({ deleteAfter: businesses.deleteAfter })
      .from(businesses)
      .where(eq(businesses.id, businessId))
      .for('update')
    // Under the lock that deleting users takes: a business without members must stay due.
    const [me] = await tx.db
      .select({ userId: members.userId })
      .from(members)
      .where(eq(members.userId, userId))
    if (!row || !me) throw new AppError('NOT_SIGNED_IN', 'This account has been deleted.')
    if (row.deleteAfter) {
      await tx.db
        .update(businesses)
        .set({ deletionRequestedAt: null, deleteAfter: null })
        .where(eq(businesses.id, businessId))
      await recordActivity(tx, caller, { kind: 'deletion-cancelled' })
      await queueKeptMail(tx, deps, { to: email, businessId, businessName: business.name })
    }
    return { deleteAfter: null }
  })
}
