import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../platform/db/connect.ts'
import { sessions } from '../../../platform/db/tables/auth.ts'
import { withAuth } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'

/**
 * Ends one of the user's sessions. It takes effect immediately, because every request reads its session.
 * Another user's session is left alone, without an error.
 */
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
