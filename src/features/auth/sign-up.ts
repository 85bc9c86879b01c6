import { createEmailVerificationToken } from 'better-auth/api'
import { withAuth } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { countUse } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { verificationLinkSeconds } from './better-auth.ts'
import type { signUp as signUpEndpoint } from './contract.ts'
import { queueVerificationMail } from './emails.ts'
import { signUpLimits } from './limits.ts'
import { assertStrongPassword } from './passwords/own-password.ts'
import { createAccount } from './queries.ts'

/** Creates the user, password, business, membership and verification mail in one transaction. */
export async function signUp(deps: AuthDeps, body: BodyOf<typeof signUpEndpoint>, ip: string) {
  // Check the limits before rating and hashing the password, which use a lot of CPU.
  await countUse(deps.database, signUpLimits(ip))
  await assertStrongPassword(deps, {
    field: 'password',
    password: body.password,
    about: [body.name, body.email, body.businessName],
  })
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
