import { eq, sql } from 'drizzle-orm'
import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import type { Database } from '../../platform/db/connect.ts'
import { users } from '../../platform/db/tables/auth.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { changeUser, postponeDeletion, notifySessions } from './change-user.ts'
import type { AdminUser } from './contract.ts'

interface RoleChange {
  id: string
  role: AdminUser['role']
}

/** Changes a user's role. Setting the current role again does nothing and writes no audit entry. */
export async function changeRole(
  { database }: { database: Database },
  actor: Actor,
  { id, role }: RoleChange,
): Promise<AdminUser> {
  return changeUser(database, actor, id, async (tx, user) => {
    if (user.role === role) return
    if (role === 'user') {
      await assertRemovable(tx, actor, user)
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

async function assertRemovable(tx: Transaction, actor: Actor, user: AdminUser): Promise<void> {
  if (user.id === actor.userId) {
    const message = 'You cannot remove your own admin role. Ask another administrator.'
    throw new AppError('OWN_ACCOUNT', message)
  }
  await assertNotLastAdmin(tx)
}

/**
 * Throws if this is the last admin. An admin cannot remove their own role, so another admin always exists;
 * this check does not rely on that.
 */
export async function assertNotLastAdmin({ client }: Transaction): Promise<void> {
  const { rowCount } = await client.query(`select from auth.users where role = 'admin' limit 2`)
  if (rowCount !== 2) {
    const message = 'This is the last administrator. Make somebody else an administrator first.'
    throw new AppError('LAST_ADMIN', message)
  }
}
