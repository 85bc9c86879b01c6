import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { withAdmin } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { resetMailLimits } from '../auth/limits.ts'
import { requestPasswordReset } from '../auth/passwords/reset-password.ts'
import type { AdminDeps } from './admin-deps.ts'
import { getUser } from './user-rows.ts'

/**
 * Sends the mail that the user could have requested. Only the recipient sees the link and sets the password.
 */
export async function sendResetLink(deps: AdminDeps, actor: Actor, id: string): Promise<void> {
  const user = await withAdmin(deps.database, (tx) => getUser(tx, id))
  if (user.suspendedAt) throw new AppError('SUSPENDED', 'Restore this account first.')
  const { email } = user
  await requestPasswordReset(deps, { email, limits: resetMailLimits(email, actor.ip) }, (tx) =>
    recordAdminAction(tx, actor, { action: 'send-reset-link', target: { id: user.id, label: email } }),
  )
}
