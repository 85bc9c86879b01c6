import { isAPIError } from 'better-auth/api'
import { releaseLimits, takeFromLimits } from '../../platform/limits/limit.ts'
import { parseMailAddress } from '../../platform/mail/mail-address.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { rememberSignIn } from './identify.ts'
import { signInLimits } from './limits.ts'
import { suspendedCode } from './refusal-rules.ts'

interface Attempt {
  email: string
  password: string
  ip: string
  userAgent: string | undefined
}

/**
 * Returns the headers that set the session cookie. The refusal is the same for a wrong address and a wrong password;
 * that an account is suspended is told to whoever knows its password.
 */
export async function signIn(deps: AuthDeps, attempt: Attempt): Promise<Headers> {
  const { email, password } = attempt
  const limits = signInLimits(email, attempt.ip)
  await takeFromLimits(deps.database, limits)
  try {
    const { headers, response } = await deps.auth.api.signInEmail({
      body: { email, password },
      headers: new Headers({
        'user-agent': attempt.userAgent ?? '',
        'x-forwarded-for': attempt.ip,
      }),
      returnHeaders: true,
    })
    await releaseLimits(deps.database, limits)
    await rememberSignIn(deps, response.user.id)
    return headers
  } catch (error) {
    if (isAPIError(error) && error.status === 'UNAUTHORIZED') {
      throw new AppError('INVALID_CREDENTIALS', 'The email address or the password is not right.')
    }
    await releaseLimits(deps.database, limits)
    if (isAPIError(error) && error.body?.code === suspendedCode) throw suspended(deps)
    throw error
  }
}

export function suspended({ mailFrom }: AuthDeps): AppError {
  const { domain } = parseMailAddress('sender', mailFrom)
  return new AppError(
    'SUSPENDED',
    `This account is suspended. Write to support@${domain} if you think that is a mistake.`,
  )
}
