import { eq, sql } from 'drizzle-orm'
import { type Actor, noteAction } from '../../platform/audit/note-action.ts'
import { sessions, users } from '../../platform/db/tables/auth.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminDeps } from './admin-deps.ts'
import { changeUser, putOffDeletion, tellSessions } from './change-user.ts'
import type { AdminUser } from './contract.ts'

/**
 * Keeps somebody out from this moment on: every request looks its session up, and every mail in the name of the
 * business looks whether it may leave.
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
    await noteAction(tx, actor, { action: 'suspend-user', target: { id: user.id, label: user.email } })
    await tellSessions(tx, user)
  })
}

/** What waited meanwhile is let go: mails by a job, reminders and recurring invoices as they come to be looked at. */
export async function restoreUser(
  { database, jobs }: Pick<AdminDeps, 'database' | 'jobs'>,
  actor: Actor,
  id: string,
): Promise<AdminUser> {
  return changeUser(database, actor, id, async (tx, user) => {
    if (!user.suspendedAt) return
    await putOffDeletion(tx, user)
    const businessIds = await setSuspended(tx, user, false)
    for (const businessId of businessIds) await jobs.enqueue(tx, releaseMails, { businessId })
    await noteAction(tx, actor, { action: 'restore-user', target: { id: user.id, label: user.email } })
  })
}

async function setSuspended(tx: Transaction, { id }: AdminUser, isSuspended: boolean): Promise<string[]> {
  // Before the person: a change of its name takes them in this order too.
  const { rows } = await tx.client.query<{ id: string }>(
    `update businesses set suspended_at = case when $2 then now() end
     where id in (select business_id from members where user_id = $1) returning id`,
    [id, isSuspended],
  )
  await tx.db
    .update(users)
    .set({ suspendedAt: isSuspended ? sql`now()` : null, updatedAt: sql`now()` })
    .where(eq(users.id, id))
  // Also when restored: one that was made while the others were ended must not come to life again.
  await tx.db.delete(sessions).where(eq(sessions.userId, id))
  return rows.map((row) => row.id)
}
