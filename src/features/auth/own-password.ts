import { and, eq } from 'drizzle-orm'
import { accounts } from '../../platform/db/tables/auth.ts'
import { withAuth, withTenant } from '../../platform/db/transaction.ts'
import { assertConfirmed } from '../../platform/http/api.ts'
import { releaseLimits, takeFromLimits, withinLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { reportActivity } from './activity.ts'
import type { Caller } from './activity.ts'
import type { AuthDeps } from './auth-deps.ts'
import { changePasswordLimits, passwordAlarmLimits } from './limits.ts'

type PasswordDeps = Pick<AuthDeps, 'database' | 'auth' | 'jobs' | 'appUrl' | 'mailFrom'>

export const credentialOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Undefined for somebody who has none because they sign in with Google. */
export async function findPasswordHash(
  { database }: Pick<AuthDeps, 'database'>,
  userId: string,
): Promise<string | undefined> {
  const [credential] = await withAuth(database, ({ db }) =>
    db.select({ hash: accounts.password }).from(accounts).where(credentialOf(userId)),
  )
  return credential?.hash ?? undefined
}

/**
 * Counts one try at a person's password. When all are used up by somebody who is signed in, the owner is told, at most
 * once an hour.
 */
export async function takePasswordTry(deps: PasswordDeps, caller: Caller): Promise<void> {
  try {
    await takeFromLimits(deps.database, changePasswordLimits(caller.userId))
  } catch (error) {
    if (isLimitReached(error)) await reportGuesses(deps, caller)
    throw error
  }
}

const isLimitReached = (error: unknown) => error instanceof AppError && error.code === 'TOO_MANY_REQUESTS'

async function reportGuesses(deps: PasswordDeps, caller: Caller): Promise<void> {
  const report = () =>
    withTenant(deps.database, caller.businessId, (tx) =>
      reportActivity(tx, deps, caller, {
        kind: 'password-guesses',
        subject: 'Your password was typed wrong too often',
        detail: 'Somebody who is signed in to your account typed a wrong password too often.',
      }),
    )
  await withinLimits(deps.database, passwordAlarmLimits(caller.userId), report).catch((error: unknown) => {
    if (!isLimitReached(error)) throw error
  })
}

/**
 * Refuses unless the password is theirs. Wrong ones count together with those typed to change it. Somebody without one
 * must have signed in just now.
 */
export async function assertOwnPassword(
  deps: PasswordDeps,
  caller: Caller,
  typed: string | null,
): Promise<void> {
  await takePasswordTry(deps, caller)
  const hash = await findPasswordHash(deps, caller.userId)
  const { password } = await deps.auth.$context
  if (hash && !(typed !== null && (await password.verify({ hash, password: typed })))) {
    const message = 'The password is not right.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { password: message } })
  }
  await releaseLimits(deps.database, changePasswordLimits(caller.userId))
  if (!hash) assertConfirmed(caller)
}
