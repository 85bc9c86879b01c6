import { type Actor, recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import { withAdmin } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { resetMailLimits } from '../auth/limits.ts'
import { requestPasswordReset } from '../auth/passwords/reset-password.ts'
import { sendVerificationMail } from '../auth/verify-email.ts'
import type { AdminDeps } from './admin-deps.ts'
import { getUser } from './list-users.ts'

export async function resendUserVerification(deps: AdminDeps, actor: Actor, id: string): Promise<void> {
  const user = await withAdmin(deps.database, (tx) => getUser(tx, id))
  if (user.emailVerified) throw new AppError('ALREADY_VERIFIED', 'This address is already verified.')
  const { id: userId, email } = user
  await sendVerificationMail(deps, { userId, email }, (tx) =>
    recordAdminAction(tx, actor, { action: 'resend-verification', target: { id: userId, label: email } }),
  )
}

/** Sends the mail that the user could have requested. Only the recipient sees the link. */
export async function sendResetLink(deps: AdminDeps, actor: Actor, id: string): Promise<void> {
  const user = await withAdmin(deps.database, (tx) => getUser(tx, id))
  if (user.suspendedAt) throw new AppError('SUSPENDED', 'Restore this account first.')
  const { email } = user
  await requestPasswordReset(deps, { email, limits: resetMailLimits(email, actor.ip) }, (tx) =>
    recordAdminAction(tx, actor, { action: 'send-reset-link', target: { id: user.id, label: email } }),
  )
}
