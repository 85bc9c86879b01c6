import { eq, sql } from 'drizzle-orm'
import { type Actor, noteAction } from '../../platform/audit/note-action.ts'
import type { Database } from '../../platform/db/connect.ts'
import { users } from '../../platform/db/tables/auth.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { changeUser, putOffDeletion, tellSessions } from './change-user.ts'
import type { AdminUser } from './contract.ts'

interface RoleChange {
  id: string
  role: AdminUser['role']
}

/** To what somebody is already: nothing happens, and nothing is noted. */
export async function changeRole(
  { database }: { database: Database },
  actor: Actor,
  { id, role }: RoleChange,
): Promise<AdminUser> {
  return changeUser(database, actor, id, async (tx, user) => {
    if (user.role === role) return
    if (role === 'user') {
      await assertRemovable(tx, actor, user)
      // While the role was theirs, nothing would have been deleted.
      await putOffDeletion(tx, user)
    } else if (user.suspendedAt) throw new AppError('SUSPENDED', 'Restore this account first.')
    await tx.db
      .update(users)
      .set({ role, updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
    await noteAction(tx, actor, {
      action: role === 'admin' ? 'grant-admin' : 'remove-admin',
      target: { id: user.id, label: user.email },
    })
    await tellSessions(tx, user)
  })
}

async function assertRemovable(tx: Transaction, actor: Actor, user: AdminUser): Promise<void> {
  if (user.id === actor.userId) {
    const message = 'You cannot remove your own admin role. Ask another administrator.'
    throw new AppError('OWN_ACCOUNT', message)
  }
  await assertNotLastAdmin(tx)
}

/** Whoever removes another is one too, so this holds already; it does not rest on who asks. */
export async function assertNotLastAdmin({ client }: Transaction): Promise<void> {
  const { rowCount } = await client.query(`select from auth.users where role = 'admin' limit 2`)
  if (rowCount !== 2) {
    const message = 'This is the last administrator. Make somebody else an administrator first.'
    throw new AppError('LAST_ADMIN', message)
  }
}
