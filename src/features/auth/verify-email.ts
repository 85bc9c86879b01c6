import { createEmailVerificationToken, isAPIError } from 'better-auth/api'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { verificationLinkSeconds } from './better-auth.ts'
import { queueVerificationMail } from './emails.ts'
import { verificationMailLimits } from './limits.ts'

export async function verifyEmail(deps: AuthDeps, token: string): Promise<void> {
  try {
    await deps.auth.api.verifyEmail({ query: { token } })
  } catch (error) {
    if (!isAPIError(error)) throw error
    throw new AppError('INVALID_VERIFICATION_LINK', 'This verification link is invalid or has expired.', {
      cause: error,
    })
  }
}

export async function resendVerification(deps: AuthDeps, identity: Identity): Promise<void> {
  if (identity.emailVerified) return
  await takeFromLimits(deps.database, verificationMailLimits(identity.userId))
  const { secret } = await deps.auth.$context
  const token = await createEmailVerificationToken(secret, identity.email, undefined, verificationLinkSeconds)
  await withPlatform(deps.database, (tx) => queueVerificationMail(tx, deps, identity.email, token))
}
