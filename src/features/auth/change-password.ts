import { and, eq, ne } from 'drizzle-orm'
import { sessions } from '../../platform/db/tables/auth.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import { assertConfirmed } from '../../platform/http/api.ts'
import { releaseLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { noteActivity } from './activity.ts'
import type { Caller } from './activity.ts'
import type { AuthDeps } from './auth-deps.ts'
import { queuePasswordChangedMail } from './emails.ts'
import { changePasswordLimits } from './limits.ts'
import { findPasswordHash, takePasswordTry } from './own-password.ts'
import { assertStrongPassword } from './password-strength.ts'
import { storePassword } from './store-password.ts'

interface Change {
  currentPassword?: string | undefined
  newPassword: string
}

/**
 * Changes the password, ends the person's other sessions and tells them by mail. The current password is asked for,
 * except while the initial one is still in force: whoever is signed in then has just typed it, and expects the change.
 */
export async function changePassword(deps: AuthDeps, identity: Caller, change: Change): Promise<void> {
  assertStrongPassword('newPassword', change.newPassword, [
    identity.name,
    identity.email,
    identity.business.name,
  ])
  const { password } = await deps.auth.$context
  const { userId } = identity
  await takePasswordTry(deps, identity)
  const hash = await findPasswordHash(deps, userId)
  const matches = (candidate: string) => (hash ? password.verify({ hash, password: candidate }) : false)
  if (!identity.mustChangePassword && hash && !(await matches(change.currentPassword ?? ''))) {
    const message = 'The current password is not right.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { currentPassword: message } })
  }
  await releaseLimits(deps.database, changePasswordLimits(userId))
  // Without one to ask for, a session alone must not be enough to set the first.
  if (!hash) assertConfirmed(identity)
  if (await matches(change.newPassword)) {
    const message = 'Please choose a password that differs from the current one.'
    throw new AppError('WEAK_PASSWORD', message, { fields: { newPassword: message } })
  }
  const newHash = await password.hash(change.newPassword)
  await withAuth(deps.database, async (tx) => {
    const at = new Date()
    await storePassword(tx, userId, newHash, at)
    await tx.db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, identity.sessionId)))
    await noteActivity(tx, identity, { kind: 'password-changed' })
    if (identity.mustChangePassword) return
    const { timeZone } = identity.business
    await queuePasswordChangedMail(tx, deps, {
      to: identity.email,
      at,
      timeZone,
      signedOut: 'All other devices',
    })
  })
}
