import { and, eq } from 'drizzle-orm'
import { accounts } from '../../../platform/db/tables/auth.ts'
import { type Transaction, withAuth, withTenant } from '../../../platform/db/transaction.ts'
import { assertConfirmed } from '../../../platform/http/api.ts'
import { type Limit, releaseLimits, takeFromLimits, withinLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { type Caller, reportActivity } from '../activity.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { changePasswordLimits, passwordAlarmLimits, passwordWorkLimits } from '../limits.ts'

type PasswordDeps = Pick<AuthDeps, 'database' | 'auth' | 'jobs' | 'appUrl' | 'mailFrom'>

export const credentialOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Undefined for somebody who has none because they sign in with Google. */
export async function findPasswordHash(
  { database }: Pick<AuthDeps, 'database'>,
  userId: string,
): Promise<string | undefined> {
  return withAuth(database, (tx) => readPasswordHash(tx, userId))
}

/**
 * The stored hash, with the user's row locked until the transaction ends. A password is verified before, outside any
 * transaction, because hashing is slow. Making a session and storing a new password both begin with this lock and compare
 * the hash with the one that was verified, so that one of them comes first: a session either exists in time to be ended
 * by the change, or is not made.
 */
export async function lockPasswordHash(tx: Transaction, userId: string): Promise<string | undefined> {
  await tx.client.query('select from auth.users where id = $1 for no key update', [userId])
  // A second statement, because the first does not see what was committed while it waited.
  return readPasswordHash(tx, userId)
}

async function readPasswordHash({ db }: Transaction, userId: string): Promise<string | undefined> {
  const [credential] = await db.select({ hash: accounts.password }).from(accounts).where(credentialOf(userId))
  return credential?.hash ?? undefined
}

/**
 * Counts one try at a person's password, and the work that it takes. When all tries are used up by somebody who is signed
 * in, the owner is told, at most once an hour.
 */
export async function takePasswordTry(
  { database, ...deps }: PasswordDeps,
  caller: Caller,
  moreLimits: readonly Limit[] = [],
): Promise<void> {
  const tries = changePasswordLimits(caller.userId)
  try {
    await takeFromLimits(database, tries)
  } catch (error) {
    if (isLimitReached(error)) await reportGuesses({ database, ...deps }, caller)
    throw error
  }
  try {
    await takeFromLimits(database, [...passwordWorkLimits(caller.userId), ...moreLimits])
  } catch (error) {
    await releaseLimits(database, tries)
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
