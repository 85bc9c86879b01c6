import { and, eq, isNull } from 'drizzle-orm'
import { businesses, members } from '../../platform/db/tables/business.ts'
import { withAuth, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import { assertOwnPassword } from '../auth/passwords/own-password.ts'
import type { AccountDeps } from './account-deps.ts'
import type { requestDeletion as requestEndpoint } from './contract.ts'
import { queueDeletionMail, queueKeptMail, queueMemberDeletionMail, queueMemberKeptMail } from './emails.ts'
import { adminStays, deletionDate, deletionTime, isConfirmed } from './rules.ts'

/** The addresses of everyone else who uses the business, and loses it with its deletion. */
export async function listOtherMembers(
  { database }: Deps<'database'>,
  { businessId, userId }: Identity,
): Promise<string[]> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<{ email: string }>(
      `select u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.user_id <> $2 order by m.created_at, m.user_id`,
      [businessId, userId],
    ),
  )
  return rows.map(({ email }) => email)
}

/** Whether the user belongs to another business, so that the account stays when this one is deleted. */
async function belongsElsewhere(
  { database }: Deps<'database'>,
  { businessId, userId }: Identity,
): Promise<boolean> {
  const { rowCount } = await withAuth(database, ({ client }) =>
    client.query('select from members where user_id = $1 and business_id <> $2 limit 1', [
      userId,
      businessId,
    ]),
  )
  return rowCount === 1
}

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
  const others = await listOtherMembers(deps, identity)
  const keepsAccount = await belongsElsewhere(deps, identity)
  return withTenant(deps.database, businessId, async (tx) => {
    const [scheduled] = await tx.db
      .update(businesses)
      .set({ deletionRequestedAt: now, deleteAfter: deletionTime(now) })
      .where(and(eq(businesses.id, businessId), isNull(businesses.deleteAfter)))
      .returning({ deleteAfter: businesses.deleteAfter })
    if (scheduled?.deleteAfter) {
      const date = deletionDate(scheduled.deleteAfter, business.timeZone)
      await recordActivity(tx, identity, { kind: 'deletion-requested', detail: `To be deleted on ${date}` })
      const mail = { businessId, businessName: business.name, date }
      await queueDeletionMail(tx, deps, { ...mail, keepsAccount, to: email })
      for (const to of others) await queueMemberDeletionMail(tx, deps, { ...mail, to, by: identity.name })
    }
    const [current] = await tx.db.select({ deleteAfter: businesses.deleteAfter }).from(businesses)
    return { deleteAfter: current?.deleteAfter?.toISOString() ?? null }
  })
}

/** Cancels the scheduled deletion of the account. */
export async function cancelDeletion(deps: AccountDeps, caller: Caller): Promise<{ deleteAfter: null }> {
  const { businessId, business, userId, email } = caller
  const others = await listOtherMembers(deps, caller)
  const keepsAccount = await belongsElsewhere(deps, caller)
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
      const mail = { businessId, businessName: business.name }
      await queueKeptMail(tx, deps, { ...mail, keepsAccount, to: email })
      for (const to of others) await queueMemberKeptMail(tx, deps, { ...mail, to })
    }
    return { deleteAfter: null }
  })
}
