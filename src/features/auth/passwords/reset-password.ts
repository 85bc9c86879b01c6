import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { businesses, members } from '../../../platform/db/tables/business.ts'
import { sessions, users, verifications } from '../../../platform/db/tables/installation/auth.ts'
import { type Transaction, withAuth, withPlatform } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type Limit, clearLimits, countUse } from '../../../platform/limits/limit.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { type RequestSource, recordActivity } from '../activity.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { resetPassword as resetEndpoint } from '../contract.ts'
import { queuePasswordChangedMail } from '../emails.ts'
import { sendPasswordReset } from '../jobs.ts'
import { keysClearedByReset, newPasswordLimits, resetWorkLimits } from '../limits.ts'
import { confirmOwner, lockBusinessesOf } from '../queries.ts'
import { assertStrongPassword, lockPasswordHash, storePassword } from './own-password.ts'

const expired = 'This password reset link has expired. Please request a new one.'

async function findResetToken(deps: AuthDeps, token: string) {
  const { internalAdapter } = await deps.auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found && found.expiresAt > new Date() ? found : null
}

/** Enqueues a reset mail. `alongside` runs in the same transaction (withPlatform). */
export async function requestPasswordReset(
  deps: Deps<'database' | 'jobs'>,
  { email, limits }: { email: string; limits: readonly Limit[] },
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await countUse(deps.database, limits)
  await withPlatform(deps.database, async (tx) => {
    await deps.jobs.enqueue(tx, sendPasswordReset, { email })
    await alongside?.(tx)
  })
}

/** Where a reset link redirects to. Opening does not use it up, so mail scanners do no harm. */
export async function followResetLink(deps: AuthDeps, token: string): Promise<string> {
  const fragment = (await findResetToken(deps, token))
    ? new URLSearchParams({ type: 'recovery', token })
    : new URLSearchParams({ error: 'access_denied', error_code: 'otp_expired', error_description: expired })
  return `${deps.appUrl}/reset-password#${fragment.toString()}`
}

/**
 * Uses up the link, sets the password, ends every session and notifies the user by mail, in one transaction.
 * A sign-in that is blocked after too many failures does not prevent a reset and works again afterwards.
 */
export async function resetPassword(
  deps: AuthDeps,
  { token, password }: BodyOf<typeof resetEndpoint>,
  source: RequestSource,
): Promise<void> {
  const found = await findResetToken(deps, token)
  const user = found && (await findUser(deps, found.value))
  if (!found || !user) throw new AppError('INVALID_RESET_LINK', expired)
  await countUse(deps.database, [...resetWorkLimits(user.id), ...newPasswordLimits(source.ipAddress)])
  await assertStrongPassword(deps, { field: 'password', password, about: [user.name, user.email] })
  const context = await deps.auth.$context
  const hash = await context.password.hash(password)
  await withAuth(deps.database, async (tx) => {
    await lockBusinessesOf(tx, user)
    await lockPasswordHash(tx, user.id)
    const at = new Date()
    const used = await tx.db
      .delete(verifications)
      .where(and(eq(verifications.id, found.id), gt(verifications.expiresAt, at)))
      .returning({ id: verifications.id })
    if (used.length === 0) throw new AppError('INVALID_RESET_LINK', expired)
    // The user's other reset links become invalid too.
    await tx.db.delete(verifications).where(eq(verifications.value, user.id))
    await storePassword(tx, user.id, hash, at)
    await tx.db.delete(sessions).where(eq(sessions.userId, user.id))
    // A user who could read the mail owns the address.
    await tx.db.update(users).set({ emailVerified: true }).where(eq(users.id, user.id))
    await confirmOwner(tx, deps.jobs, user.id)
    const { email: to, timeZone, businessId } = user
    // A user who signed in with Google and made no request since has no business yet.
    if (businessId)
      await recordActivity(tx, { businessId, userId: user.id, ...source }, { kind: 'password-reset' })
    await queuePasswordChangedMail(tx, deps, {
      to,
      at,
      timeZone: timeZone ?? 'UTC',
      signedOut: 'All devices',
    })
  })
  await clearLimits(deps.database, keysClearedByReset(user.email, source.ipAddress))
}

async function findUser({ database }: AuthDeps, userId: string) {
  const [user] = await withAuth(database, ({ db }) =>
    db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        businessId: businesses.id,
        timeZone: businesses.timeZone,
      })
      .from(users)
      .leftJoin(members, eq(members.userId, users.id))
      .leftJoin(businesses, eq(businesses.id, members.businessId))
      .where(eq(users.id, userId))
      // The activity of a person stands with the business that they own, or else with the first they belong to.
      .orderBy(desc(sql`${members.role} = 'owner'`), members.createdAt)
      .limit(1),
  )
  return user
}
