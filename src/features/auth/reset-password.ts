import { eq } from 'drizzle-orm'
import { isAPIError } from 'better-auth/api'
import { users } from '../../platform/db/tables/auth.ts'
import { withAuth, withPlatform } from '../../platform/db/transaction.ts'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { confirmOwner } from './confirm-owner.ts'
import { sendPasswordReset } from './jobs.ts'
import { resetMailLimits } from './limits.ts'
import { assertStrongPassword } from './password-strength.ts'

const expired = 'This password reset link has expired. Please request a new one.'

async function findResetToken(deps: AuthDeps, token: string) {
  const { internalAdapter } = await deps.auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found && found.expiresAt > new Date() ? found : null
}

export async function requestPasswordReset(deps: AuthDeps, email: string): Promise<void> {
  await takeFromLimits(deps.database, resetMailLimits(email))
  await withPlatform(deps.database, (tx) => deps.jobs.enqueue(tx, sendPasswordReset, { email }))
}

/**
 * Where the link in a reset mail leads. Looking does not use the link up, so a mail scanner that opens it does no
 * harm; it is used up when the password is set.
 */
export async function followResetLink(deps: AuthDeps, token: string): Promise<string> {
  const fragment = (await findResetToken(deps, token))
    ? new URLSearchParams({ type: 'recovery', token })
    : new URLSearchParams({ error: 'access_denied', error_code: 'otp_expired', error_description: expired })
  return `${deps.appUrl}/reset-password#${fragment.toString()}`
}

export async function resetPassword(deps: AuthDeps, token: string, password: string): Promise<void> {
  const found = await findResetToken(deps, token)
  if (!found) throw new AppError('INVALID_RESET_LINK', expired)
  const [user] = await withAuth(deps.database, ({ db }) =>
    db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, found.value)),
  )
  assertStrongPassword('password', password, user ? [user.name, user.email] : [])
  try {
    await deps.auth.api.resetPassword({ body: { token, newPassword: password } })
  } catch (error) {
    if (isAPIError(error)) throw new AppError('INVALID_RESET_LINK', expired, { cause: error })
    throw error
  }
  // Whoever could read the mail owns the address, and the initial password is gone.
  await withAuth(deps.database, async (tx) => {
    await tx.db
      .update(users)
      .set({ emailVerified: true, initialPasswordChanged: true, updatedAt: new Date() })
      .where(eq(users.id, found.value))
    await confirmOwner(tx, deps.jobs, found.value)
  })
}
