import { generateRandomString } from 'better-auth/crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { generateSignedCookie } from 'hono/cookie'
import { accounts, sessions, users } from '../../platform/db/tables/installation/auth.ts'
import { type Transaction, withAuth } from '../../platform/db/transaction.ts'
import { releaseLimits, countUse } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import { parseMailAddress } from '../../platform/mail/mail-address.ts'
import { AppError } from '../../shared/errors.ts'
import type { AuthDeps } from './auth-deps.ts'
import { sessionLifetimeSeconds } from './better-auth.ts'
import { signInLimits, signInWorkLimits } from './limits.ts'
import { lockPasswordHash } from './passwords/own-password.ts'
import { confirmOwner } from './queries.ts'

interface Attempt {
  email: string
  password: string
  ip: string
  userAgent: string | undefined
}

interface Verified {
  userId: string
  hash: string
}

/** One error for a wrong address or password. Suspension is told only with the right password. */
export async function signIn(deps: AuthDeps, attempt: Attempt): Promise<Headers> {
  const limits = signInLimits(attempt.email, attempt.ip)
  await countUse(deps.database, [...limits, ...signInWorkLimits(attempt.email, attempt.ip)])
  try {
    const verified = await verifyPassword(deps, attempt)
    const token = await withAuth(deps.database, (tx) => createSession(tx, deps, verified, attempt))
    // Apart, because it locks the business, which is always locked before the user.
    await withAuth(deps.database, (tx) => confirmOwner(tx, deps.jobs, verified.userId))
    await releaseLimits(deps.database, limits)
    return await sessionCookie(deps, token)
  } catch (error) {
    const isFailure = error instanceof AppError && error.code === 'INVALID_CREDENTIALS'
    if (!isFailure) await releaseLimits(deps.database, limits)
    throw error
  }
}

async function verifyPassword(deps: AuthDeps, { email, password }: Attempt): Promise<Verified> {
  const context = await deps.auth.$context
  const [found] = await withAuth(deps.database, ({ db }) =>
    db
      .select({ userId: users.id, hash: accounts.password })
      .from(users)
      .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
      .where(eq(users.email, email)),
  )
  if (!found?.hash) {
    // Takes as long as with a password, so that the time does not reveal which addresses exist.
    await context.password.hash(password)
    throw invalidCredentials()
  }
  const { userId, hash } = found
  if (!(await context.password.verify({ hash, password }))) throw invalidCredentials()
  return { userId, hash }
}

/** Creates a session if the verified password is still the stored one and the account is not suspended. */
async function createSession(
  tx: Transaction,
  deps: AuthDeps,
  { userId, hash }: Verified,
  { ip, userAgent = '' }: Attempt,
): Promise<string> {
  if ((await lockPasswordHash(tx, userId)) !== hash) throw invalidCredentials()
  const active = await tx.db
    .update(users)
    .set({ lastSignInAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)))
    .returning({ id: users.id })
  if (active.length === 0) throw suspended(deps)
  const token = generateRandomString(32, 'a-z', 'A-Z', '0-9')
  const expiresAt = new Date(Date.now() + sessionLifetimeSeconds * 1000)
  await tx.db.insert(sessions).values({ userId, token, expiresAt, ipAddress: networkOf(ip), userAgent })
  return token
}

/** Builds the cookie in the format that Better Auth reads and renews. */
async function sessionCookie({ auth }: AuthDeps, token: string): Promise<Headers> {
  const { authCookies, secret } = await auth.$context
  const { name, attributes } = authCookies.sessionToken
  const cookie = await generateSignedCookie(name, token, secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: attributes.secure ?? false,
    maxAge: sessionLifetimeSeconds,
  })
  return new Headers({ 'set-cookie': cookie })
}

export function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The email address or password is incorrect.')
}

function suspended({ mailFrom }: AuthDeps): AppError {
  const { domain } = parseMailAddress('sender', mailFrom)
  return new AppError(
    'SUSPENDED',
    `This account is suspended. Email support@${domain} if you think this is a mistake.`,
  )
}
