import { eq, sql } from 'drizzle-orm'
import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { sessions, users } from '../../platform/db/tables/auth.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminDeps } from './admin-deps.ts'
import { changeUser, postponeDeletion, notifySessions } from './change-user.ts'
import type { AdminUser } from './contract.ts'

/**
 * Suspends a user with immediate effect: every request checks its session, and every mail on behalf of the
 * business checks whether it may be sent.
 */
export async function suspendUser(
  { database }: Pick<AdminDeps, 'database'>,
  actor: Actor,
  id: string,
): Promise<AdminUser> {
  return changeUser(database, actor, id, async (tx, user) => {
    if (user.id === actor.userId) {
      throw new AppError('OWN_ACCOUNT', 'You cannot suspend your own account. Ask another administrator.')
    }
    if (user.role === 'admin') {
      throw new AppError('STILL_ADMIN', 'Remove the admin role first.')
    }
    if (user.suspendedAt) return
    await setSuspended(tx, user, true)
    await recordAdminAction(tx, actor, { action: 'suspend-user', target: { id: user.id, label: user.email } })
    await notifySessions(tx, user)
  })
}

/**
 * Lifts a suspension. A job releases the held mails; reminders and recurring invoices follow with their next
 * sweep.
 */
export async function restoreUser(
  { database, jobs }: Pick<AdminDeps, 'database' | 'jobs'>,
  actor: Actor,
  id: string,
): Promise<AdminUser> {
  return changeUser(database, actor, id, async (tx, user) => {
    if (!user.suspendedAt) return
    await postponeDeletion(tx, user)
    const businessIds = await setSuspended(tx, user, false)
    for (const businessId of businessIds) await jobs.enqueue(tx, releaseMails, { businessId })
    await recordAdminAction(tx, actor, { action: 'restore-user', target: { id: user.id, label: user.email } })
  })
}

async function setSuspended(tx: Transaction, { id }: AdminUser, isSuspended: boolean): Promise<string[]> {
  // The business before the user, in the same order as a change of the business's name.
  const { rows } = await tx.client.query<{ id: string }>(
    `update businesses set suspended_at = case when $2 then now() end
     where id in (select business_id from members where user_id = $1) returning id`,
    [id, isSuspended],
  )
  await tx.db
    .update(users)
    .set({ suspendedAt: isSuspended ? sql`now()` : null, updatedAt: sql`now()` })
    .where(eq(users.id, id))
  // Also when restoring: a session created while the others were being ended must not become valid again.
  await tx.db.delete(sessions).where(eq(sessions.userId, id))
  return rows.map((row) => row.id)
}
