import { and, eq } from 'drizzle-orm'
import { accounts } from '../../platform/db/tables/auth.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { releaseLimits, takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { changePasswordLimits, passwordWorkLimits } from './limits.ts'

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

/** Refuses unless the password is theirs. Wrong ones count together with those typed to change it. */
export async function assertOwnPassword(
  deps: Pick<AuthDeps, 'database' | 'auth'>,
  userId: string,
  typed: string | null,
): Promise<void> {
  const limits = changePasswordLimits(userId)
  await takeFromLimits(deps.database, [...limits, ...passwordWorkLimits(userId)])
  const hash = await findPasswordHash(deps, userId)
  const { password } = await deps.auth.$context
  if (hash && !(typed !== null && (await password.verify({ hash, password: typed })))) {
    const message = 'The password is not right.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { password: message } })
  }
  await releaseLimits(deps.database, limits)
}
