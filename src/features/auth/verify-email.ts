import { createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { users } from '../../platform/db/tables/installation/auth.ts'
import { type Transaction, withAuth, withPlatform } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { verificationLinkSeconds } from './better-auth.ts'
import { queueVerificationMail } from './emails.ts'
import { verificationMailLimits } from './limits.ts'
import { confirmOwner, lockBusinessesOf } from './queries.ts'

export async function verifyEmail(deps: AuthDeps, token: string): Promise<{ wasConfirmed: boolean }> {
  const { secret } = await deps.auth.$context
  const claims = await verifyJWT<{ email?: unknown }>(token, secret)
  const email = typeof claims?.email === 'string' ? claims.email : undefined
  const confirmed = email === undefined ? undefined : await confirmAddress(deps, email)
  if (!confirmed) {
    throw new AppError('INVALID_VERIFICATION_LINK', 'This verification link is invalid or has expired.')
  }
  return confirmed
}

/**
 * Undefined if no account has this address any more. Unlike Better Auth, the same transaction releases what
 * waits for the confirmation.
 */
async function confirmAddress(deps: AuthDeps, email: string): Promise<{ wasConfirmed: boolean } | undefined> {
  return withAuth(deps.database, async (tx) => {
    await lockBusinessesOf(tx, { email })
    const [user] = await tx.db
      .select({ id: users.id, emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.email, email))
      .for('no key update')
    if (!user) return undefined
    await tx.db
      .update(users)
      .set({ emailVerified: true, updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
    await confirmOwner(tx, deps.jobs, user.id)
    return { wasConfirmed: user.emailVerified }
  })
}

export async function resendVerification(deps: AuthDeps, identity: Identity): Promise<void> {
  if (!identity.emailVerified) await sendVerificationMail(deps, identity)
}

/** Sends a verification mail within limits. `alongside` runs in the same transaction (withPlatform). */
export async function sendVerificationMail(
  deps: Pick<AuthDeps, 'database' | 'jobs' | 'appUrl' | 'mailFrom' | 'auth'>,
  { userId, email }: { userId: string; email: string },
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await countUse(deps.database, verificationMailLimits(userId))
  const { secret } = await deps.auth.$context
  const token = await createEmailVerificationToken(secret, email, undefined, verificationLinkSeconds)
  await withPlatform(deps.database, async (tx) => {
    await queueVerificationMail(tx, deps, email, token)
    await alongside?.(tx)
  })
}
