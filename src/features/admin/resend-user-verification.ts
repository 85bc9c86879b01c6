import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { withAdmin } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { sendVerificationMail } from '../auth/verify-email.ts'
import type { AdminDeps } from './admin-deps.ts'
import { getUser } from './user-rows.ts'

export async function resendUserVerification(deps: AdminDeps, actor: Actor, id: string): Promise<void> {
  const user = await withAdmin(deps.database, (tx) => getUser(tx, id))
  if (user.emailVerified) throw new AppError('ALREADY_VERIFIED', 'This address is verified already.')
  const { id: userId, email } = user
  await sendVerificationMail(deps, { userId, email }, (tx) =>
    recordAdminAction(tx, actor, { action: 'resend-verification', target: { id: userId, label: email } }),
  )
}
