import type { Actor } from '../../platform/audit/note-action.ts'
import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withAdmin } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { graceDays } from '../account/rules.ts'
import { lockAdmins } from '../auth/lock-admins.ts'
import type { AdminUser } from './contract.ts'
import { getUser } from './user-rows.ts'

/**
 * Changes a user's role or suspension. Such changes are serialized, and the actor must still be an admin when
 * the lock is granted: of two admins who remove each other at the same time, one remains.
 */
export async function changeUser(
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
export async function notifySessions({ client }: Transaction, { id }: AdminUser): Promise<void> {
  await client.query(
    `select pg_notify('millrace', business_id || ' session') from members where user_id = $1`,
    [id],
  )
}

/** Postpones a scheduled deletion that the user could not cancel: the full grace period starts now. */
export async function postponeDeletion({ client }: Transaction, { id }: AdminUser): Promise<void> {
  await client.query(
    `update businesses set delete_after = greatest(delete_after, now() + make_interval(days => $2))
     where id in (select business_id from members where user_id = $1) and delete_after is not null`,
    [id, graceDays],
  )
}
