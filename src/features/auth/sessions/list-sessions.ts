import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/connect.ts'
import { sessions } from '../../../platform/db/tables/auth.ts'
import { withAuth } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { deviceText } from './device-text.ts'

/** Who signs in by a program every minute sees the newest; all of them can be ended at once. */
const maxShown = 100

/** Where a user is signed in, this session first and the others by when they were last used. */
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
    // Written at signing in and whenever the session gets a new end, which is once a day of use: the true last use
    // is up to a day later. Writing at every request would be more exact and cost each of them.
    lastSeenAt: updatedAt.toISOString(),
  }))
}
