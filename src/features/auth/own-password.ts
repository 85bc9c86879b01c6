import { and, eq } from 'drizzle-orm'
import { accounts } from '../../platform/db/tables/auth.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import { releaseLimits, takeFromLimits } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { changePasswordLimits } from './limits.ts'

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

/** Refuses unless the password is theirs. Wrong ones count together with those typed to change it. */
export async function assertOwnPassword(
  deps: Pick<AuthDeps, 'database' | 'auth'>,
  userId: string,
  typed: string | null,
): Promise<void> {
  const limits = changePasswordLimits(userId)
  await takeFromLimits(deps.database, limits)
  const hash = await findPasswordHash(deps, userId)
  const { password } = await deps.auth.$context
  if (hash && !(typed !== null && (await password.verify({ hash, password: typed })))) {
    const message = 'The password is not right.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { password: message } })
  }
  await releaseLimits(deps.database, limits)
}
