import { isAPIError } from 'better-auth/api'
import { releaseLimits, takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { rememberSignIn } from './identify.ts'
import { signInLimits } from './limits.ts'

interface Attempt {
  email: string
  password: string
  ip: string
  userAgent: string | undefined
}

/** Returns the headers that set the session cookie. The refusal is the same for a wrong address and a wrong password. */
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
    throw error
  }
}
