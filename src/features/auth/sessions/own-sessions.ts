import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/connect.ts'
import { sessions } from '../../../platform/db/tables/installation/auth.ts'
import { withAuth } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Caller } from '../activity.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { assertOwnPassword, findPasswordHash } from '../passwords/own-password.ts'
import { deviceText } from './device-text.ts'

/** Scripts may sign in every minute. Then only the newest are shown, and all can still be ended. */
const maxShown = 100

/** Lists a user's sessions: the current one first, the others by last use. */
export async function listSessions(database: Database, { userId, sessionId }: Identity) {
  const rows = await withAuth(database, ({ db }) =>
    db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        ipAddress: sessions.ipAddress,
        createdAt: sessions.createdAt,
        updatedAt: sessions.updatedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
      .orderBy(desc(sql`${sessions.id} = ${sessionId}`), desc(sessions.updatedAt), sessions.id)
      .limit(maxShown),
  )
  return rows.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
    id,
    isCurrent: id === sessionId,
    device: deviceText(userAgent),
    ipAddress: ipAddress || null,
    signedInAt: createdAt.toISOString(),
    // Updated at sign-in and whenever the session is extended, once per day of use. The actual last use can
    // be up to a day later. Exact times would need a write at every request.
    lastSeenAt: updatedAt.toISOString(),
  }))
}

/** Ends one of the user's sessions, at once: every request reads its session. Not another user's. */
export async function endSession(database: Database, { userId }: Identity, id: string): Promise<void> {
  await withAuth(database, ({ db }) =>
    db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId))),
  )
}

/** Deletes the session with this token, whichever user it belongs to. */
export async function forgetSession(database: Database, token: string): Promise<void> {
  await withAuth(database, ({ db }) => db.delete(sessions).where(eq(sessions.token, token)))
}

export async function endOtherSessions(database: Database, { userId, sessionId }: Identity): Promise<void> {
  await withAuth(database, ({ db }) =>
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId))),
  )
}

/** Confirms the session with the password: for some minutes it may make sensitive changes. */
export async function confirmSession(deps: AuthDeps, caller: Caller, password: string): Promise<void> {
  // A user without a password confirms by signing in with Google again, which creates a new session.
  if (!(await findPasswordHash(deps, caller.userId))) {
    throw new AppError('CONFIRMATION_NEEDED', 'Please sign in with Google again to confirm that it’s you.')
  }
  await assertOwnPassword(deps, caller, password)
  await withAuth(deps.database, ({ db }) =>
    db
      .update(sessions)
      .set({ confirmedAt: sql`now()` })
      .where(eq(sessions.id, caller.sessionId)),
  )
}
