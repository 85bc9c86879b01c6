import { and, eq, ne } from 'drizzle-orm'
import { sessions } from '../../../platform/db/tables/installation/auth.ts'
import { type Transaction, withAuth } from '../../../platform/db/transaction.ts'
import { type Identity, assertConfirmed } from '../../../platform/http/api.ts'
import { releaseLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { type Caller, recordActivity } from '../activity.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { queuePasswordChangedMail } from '../emails.ts'
import { changePasswordLimits, newPasswordLimits } from '../limits.ts'
import {
  assertStrongPassword,
  findPasswordHash,
  lockPasswordHash,
  storePassword,
  takePasswordTry,
} from './own-password.ts'

interface Change {
  currentPassword?: string | undefined
  newPassword: string
}

/**
 * Ends the user's other sessions and tells by mail. The current password is required, except for the initial
 * one, which the user has just signed in with.
 */
export async function changePassword(deps: AuthDeps, identity: Caller, change: Change): Promise<void> {
  const { password } = await deps.auth.$context
  const { userId } = identity
  await takePasswordTry(deps, identity, newPasswordLimits(identity.ipAddress))
  const hash = await findPasswordHash(deps, userId)
  const matches = (candidate: string) => (hash ? password.verify({ hash, password: candidate }) : false)
  if (!identity.mustChangePassword && hash && !(await matches(change.currentPassword ?? ''))) {
    throw wrongPassword()
  }
  await releaseLimits(deps.database, changePasswordLimits(userId))
  // Without a current password to ask for, a session alone must not be enough to set the first one.
  if (!hash) assertConfirmed(identity)
  const about = [identity.name, identity.email, identity.business.name]
  await assertStrongPassword(deps, { field: 'newPassword', password: change.newPassword, about })
  if (await matches(change.newPassword)) {
    const message = 'Please choose a password that differs from the current one.'
    throw new AppError('WEAK_PASSWORD', message, { fields: { newPassword: message } })
  }
  const newHash = await password.hash(change.newPassword)
  await withAuth(deps.database, async (tx) => {
    await assertUnchanged(tx, identity, hash)
    const at = new Date()
    await storePassword(tx, userId, newHash, at)
    await tx.db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, identity.sessionId)))
    await recordActivity(tx, identity, { kind: 'password-changed' })
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

function wrongPassword(): AppError {
  const message = 'The current password is incorrect.'
  return new AppError('WRONG_PASSWORD', message, { fields: { currentPassword: message } })
}

/** Another change since the password was verified wins: it ended this session or replaced the hash. */
async function assertUnchanged(
  tx: Transaction,
  { userId, sessionId }: Identity,
  verifiedHash: string | undefined,
): Promise<void> {
  const storedHash = await lockPasswordHash(tx, userId)
  const [session] = await tx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  if (!session) throw new AppError('NOT_SIGNED_IN', 'This session has ended. Please sign in again.')
  if (storedHash !== verifiedHash) throw wrongPassword()
}
