import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/connect.ts'
import { sessions } from '../../../platform/db/tables/auth.ts'
import { withAuth } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { deviceText } from './device-text.ts'

/**
 * A user whose scripts sign in every minute sees only the newest sessions, and can still end all of them at
 * once.
 */
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
