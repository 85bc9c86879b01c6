import { createEmailVerificationToken } from 'better-auth/api'
import { withAuth } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type { AuthDeps } from './auth-deps.ts'
import { verificationLinkSeconds } from './better-auth.ts'
import type { signUp as signUpEndpoint } from './contract.ts'
import { createAccount } from './create-account.ts'
import { queueVerificationMail } from './emails.ts'
import { signUpLimits } from './limits.ts'
import { assertStrongPassword } from './password-strength.ts'

/** User, password, business, ownership and the verification mail come into being together or not at all. */
export async function signUp(deps: AuthDeps, body: BodyOf<typeof signUpEndpoint>, ip: string) {
  // First: to judge a password made for that takes a tenth of a second of the one thread that answers everybody.
  await takeFromLimits(deps.database, signUpLimits(ip))
  assertStrongPassword('password', body.password, [body.name, body.email, body.businessName])
  const context = await deps.auth.$context
  const passwordHash = await context.password.hash(body.password)
  const token = await createEmailVerificationToken(
    context.secret,
    body.email,
    undefined,
    verificationLinkSeconds,
  )
  try {
    await withAuth(deps.database, async (tx) => {
      await createAccount(tx, { ...body, passwordHash })
      await queueVerificationMail(tx, deps, body.email, token)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) {
      const message =
        'This email address already has an account. Sign in, or reset the password if you forgot it.'
      throw new AppError('EMAIL_TAKEN', message, { fields: { email: message } })
    }
    throw error
  }
  return { email: body.email }
}
