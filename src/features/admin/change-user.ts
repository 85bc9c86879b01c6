import { eq, sql } from 'drizzle-orm'
import { type Actor, recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import type { Database } from '../../platform/db/connect.ts'
import { sessions, users } from '../../platform/db/tables/installation/auth.ts'
import { type Transaction, withAdmin } from '../../platform/db/transaction.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'
import { AppError } from '../../shared/errors.ts'
import { graceDays } from '../account/rules.ts'
import { lockAdmins } from '../auth/queries.ts'
import type { AdminDeps } from './admin-deps.ts'
import type { AdminUser } from './contract.ts'
import { getUser } from './list-users.ts'

/**
 * Changes a user's role or suspension. Such changes are serialized, and the actor must still be an admin when
 * the lock is granted: of two admins who remove each other at the same time, one remains.
 */
async function changeUser(
  database: Database,
  actor: Actor,
  id: string,
  change: (tx: Transaction, user: AdminUser) => Promise<void>,
): Promise<AdminUser> {
  return withAdmin(database, async (tx) => {
    await lockAdmins(tx)
    await assertStillAdmin(tx, actor)
    const user = await getUser(tx, id)
    await change(tx, user)
    return getUser(tx, id)
  })
}

async function assertStillAdmin({ client }: Transaction, { userId }: Actor): Promise<void> {
  const { rowCount } = await client.query(
    `select from auth.users where id = $1 and role = 'admin' and suspended_at is null`,
    [userId],
  )
  if (!rowCount) throw new AppError('FORBIDDEN', "You don't have administrative permissions.")
}

/** Makes the user's open pages read the session again. */
async function notifySessions({ client }: Transaction, { id }: AdminUser): Promise<void> {
  await client.query(
    `select pg_notify('millrace', business_id || ' session') from members where user_id = $1`,
    [id],
  )
}

/** Postpones a scheduled deletion of an owner who could not cancel it: the full grace period starts now. */
async function postponeDeletion({ client }: Transaction, { id }: AdminUser): Promise<void> {
  await client.query(
    `update businesses set delete_after = greatest(delete_after, now() + make_interval(days => $2))
     where id in (select business_id from members where user_id = $1 and role = 'owner') and delete_after is not null`,
    [id, graceDays],
  )
}

/** Changes a user's role. Setting the current role again does nothing and writes no audit entry. */
export async function changeRole(
  { database }: { database: Database },
  actor: Actor,
  { id, role }: Pick<AdminUser, 'id' | 'role'>,
): Promise<AdminUser> {
  return changeUser(database, actor, id, async (tx, user) => {
    if (user.role === role) return
    if (role === 'user') {
      if (user.id === actor.userId) {
        throw new AppError('OWN_ACCOUNT', 'You can’t remove your own admin role. Ask another administrator.')
      }
      await assertNotLastAdmin(tx)
      // The account of an admin is never deleted, so a scheduled deletion starts over.
      await postponeDeletion(tx, user)
    } else if (user.suspendedAt) throw new AppError('SUSPENDED', 'Restore this account first.')
    await tx.db
      .update(users)
      .set({ role, updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
    await recordAdminAction(tx, actor, {
      action: role === 'admin' ? 'grant-admin' : 'remove-admin',
      target: { id: user.id, label: user.email },
    })
    await notifySessions(tx, user)
  })
}

/** Another admin exists, since admins cannot remove their own role. This does not rely on that. */
export async function assertNotLastAdmin({ client }: Transaction): Promise<void> {
  const { rowCount } = await client.query(`select from auth.users where role = 'admin' limit 2`)
  if (rowCount !== 2) {
    const message = 'This is the last administrator. Make someone else an administrator first.'
    throw new AppError('LAST_ADMIN', message)
  }
}

/** Suspends a user at once: every request checks its session, and every mail of the businesses they own too. */
export async function suspendUser(
  { database }: Pick<AdminDeps, 'database'>,
  actor: Actor,
  id: string,
): Promise<AdminUser> {
  return changeUser(database, actor, id, async (tx, user) => {
    if (user.id === actor.userId) {
      throw new AppError('OWN_ACCOUNT', 'You can’t suspend your own account. Ask another administrator.')
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

/** Lifts a suspension. A job releases held mails; reminders and series follow with their next sweep. */
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
     where id in (select business_id from members where user_id = $1 and role = 'owner') returning id`,
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
