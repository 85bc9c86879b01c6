import { and, eq, ne } from 'drizzle-orm'
import { accounts, sessions, users } from '../../platform/db/tables/auth.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { releaseLimits, takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { changePasswordLimits } from './limits.ts'
import { credentialOf, findPasswordHash } from './own-password.ts'
import { assertStrongPassword } from './password-strength.ts'

interface Change {
  currentPassword?: string | undefined
  newPassword: string
}

/**
 * Changes the password and ends the person's other sessions. The current password is asked for, except while the
 * initial one is still in force: whoever is signed in then has just typed it.
 */
export async function changePassword(deps: AuthDeps, identity: Identity, change: Change): Promise<void> {
  assertStrongPassword('newPassword', change.newPassword, [
    identity.name,
    identity.email,
    identity.business.name,
  ])
  const { password } = await deps.auth.$context
  const { userId } = identity
  const limits = changePasswordLimits(userId)
  await takeFromLimits(deps.database, limits)
  const hash = await findPasswordHash(deps, userId)
  const matches = (candidate: string) => (hash ? password.verify({ hash, password: candidate }) : false)
  if (!identity.mustChangePassword && hash && !(await matches(change.currentPassword ?? ''))) {
    const message = 'The current password is not right.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { currentPassword: message } })
  }
  await releaseLimits(deps.database, limits)
  if (await matches(change.newPassword)) {
    const message = 'Please choose a password that differs from the current one.'
    throw new AppError('WEAK_PASSWORD', message, { fields: { newPassword: message } })
  }
  const newHash = await password.hash(change.newPassword)
  await withAuth(deps.database, async ({ db }) => {
    const now = new Date()
    if (hash) await db.update(accounts).set({ password: newHash, updatedAt: now }).where(credentialOf(userId))
    else
      await db
        .insert(accounts)
        .values({ userId, accountId: userId, providerId: 'credential', password: newHash })
    await db.update(users).set({ initialPasswordChanged: true, updatedAt: now }).where(eq(users.id, userId))
    await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, identity.sessionId)))
  })
}
