import type { Actor } from '../../platform/audit/note-action.ts'
import type { Database } from '../../platform/db/connect.ts'
import { withAdmin } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminUser } from './contract.ts'
import { getUser } from './user-rows.ts'

/**
 * Changes what somebody may do. Such changes go one after the other, and whoever makes one has to be an administrator
 * still when their turn comes: two who remove each other at once end with one.
 */
export async function changeUser(
  database: Database,
  actor: Actor,
  id: string,
  change: (tx: Transaction, user: AdminUser) => Promise<void>,
): Promise<AdminUser> {
  return withAdmin(database, async (tx) => {
    await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('millrace admins', 0))`)
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

/** Pages that this person has open ask who they are now. */
export async function tellSessions({ client }: Transaction, { id }: AdminUser): Promise<void> {
  await client.query(
    `select pg_notify('millrace', business_id || ' session') from members where user_id = $1`,
    [id],
  )
}
