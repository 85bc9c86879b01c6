import { and, eq } from 'drizzle-orm'
import { accounts, users } from '../../../platform/db/tables/installation/auth.ts'
import { type Transaction, withAuth, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { assertConfirmed } from '../../../platform/http/api.ts'
import { type Limit, countUse, releaseLimits, withinLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import { type Caller, reportActivity } from '../activity.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { changePasswordLimits, passwordAlarmLimits, passwordWorkLimits } from '../limits.ts'
import type { JudgedPassword } from './password-worker.ts'

type PasswordDeps = Pick<AuthDeps, 'database' | 'auth' | 'jobs' | 'appUrl' | 'mailFrom'>

const credentialOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Returns the user's password hash; undefined for a user who signs in with Google and has no password. */
export async function findPasswordHash(
  { database }: Deps<'database'>,
  userId: string,
): Promise<string | undefined> {
  return withAuth(database, (tx) => readPasswordHash(tx, userId))
}

/**
 * Locks the user's row and returns the hash. Passwords are verified before, outside a transaction, because
 * hashing is slow. Creating a session and storing a password both take this lock and compare the hash: a
 * session is ended by the change, or not created.
 */
export async function lockPasswordHash(tx: Transaction, userId: string): Promise<string | undefined> {
  await tx.client.query('select from auth.users where id = $1 for no key update', [userId])
  // A second statement, because the first one does not see what other transactions committed while it waited.
  return readPasswordHash(tx, userId)
}

async function readPasswordHash({ db }: Transaction, userId: string): Promise<string | undefined> {
  const [credential] = await db.select({ hash: accounts.password }).from(accounts).where(credentialOf(userId))
  return credential?.hash ?? undefined
}

/** Counts an attempt and its CPU cost. Above the limit the owner is notified, at most once an hour. */
export async function takePasswordTry(
  { database, ...deps }: PasswordDeps,
  caller: Caller,
  moreLimits: readonly Limit[] = [],
): Promise<void> {
  const tries = changePasswordLimits(caller.userId)
  try {
    await countUse(database, tries)
  } catch (error) {
    if (isLimitReached(error)) await reportGuesses({ database, ...deps }, caller)
    throw error
  }
  try {
    await countUse(database, [...passwordWorkLimits(caller.userId), ...moreLimits])
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
        isPersonal: true,
        subject: 'Your password was entered incorrectly too many times',
        detail: 'Someone who is signed in to your account entered a wrong password too many times.',
      }),
    )
  await withinLimits(deps.database, passwordAlarmLimits(caller.userId), report).catch((error: unknown) => {
    if (!isLimitReached(error)) throw error
  })
}

/** Wrong passwords count as when changing it. A user without one must have signed in recently. */
export async function assertOwnPassword(
  deps: PasswordDeps,
  caller: Caller,
  typed: string | null,
): Promise<void> {
  await takePasswordTry(deps, caller)
  const hash = await findPasswordHash(deps, caller.userId)
  const { password } = await deps.auth.$context
  if (hash && !(typed !== null && (await password.verify({ hash, password: typed })))) {
    const message = 'The password is incorrect.'
    throw new AppError('WRONG_PASSWORD', message, { fields: { password: message } })
  }
  await releaseLimits(deps.database, changePasswordLimits(caller.userId))
  if (!hash) assertConfirmed(caller)
}

/** Stores the hash of a new or first password, and marks an initial one as changed. */
export async function storePassword(
  { db }: Transaction,
  userId: string,
  hash: string,
  at: Date,
): Promise<void> {
  const changed = await db
    .update(accounts)
    .set({ password: hash, updatedAt: at })
    .where(credentialOf(userId))
    .returning({ id: accounts.id })
  if (changed.length === 0) {
    await db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password: hash })
  }
  await db.update(users).set({ initialPasswordChanged: true, updatedAt: at }).where(eq(users.id, userId))
}

/** Throws if a password is weak. Callers apply their rate limits first, because rating is slow. */
export async function assertStrongPassword(
  { judgePassword }: Pick<AuthDeps, 'judgePassword'>,
  { field, ...judged }: JudgedPassword & { field: string },
): Promise<void> {
  const weakness = await judgePassword(judged)
  if (weakness) throw new AppError('WEAK_PASSWORD', weakness, { fields: { [field]: weakness } })
}
