import { eq } from 'drizzle-orm'
import { businesses, members } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import type { AccountDeps } from './account-deps.ts'
import { queueKeptMail } from './emails.ts'

/** Cancels the scheduled deletion of the account. */
export async function cancelDeletion(deps: AccountDeps, caller: Caller): Promise<{ deleteAfter: null }> {
  const { businessId, business, userId, email } = caller
  return withTenant(deps.database, businessId, async (tx) => {
    const [row] = await tx.db
      .select({ deleteAfter: businesses.deleteAfter })
      .from(businesses)
      .where(eq(businesses.id, businessId))
      .for('update')
    // Check the membership under the lock that the deletion of users takes: a business without members must
    // stay due.
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
