import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../platform/db/connect.ts'
import { sessions } from '../../../platform/db/tables/auth.ts'
import { withAuth } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'

/** Holds at once: every request looks its session up. That of another user stays, as if it were not there. */
export async function endSession(database: Database, { userId }: Identity, id: string): Promise<void> {
  await withAuth(database, ({ db }) =>
    db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId))),
  )
}

/** The one with this token, whosever it is. */
export async function forgetSession(database: Database, token: string): Promise<void> {
  await withAuth(database, ({ db }) => db.delete(sessions).where(eq(sessions.token, token)))
}

export async function endOtherSessions(database: Database, { userId, sessionId }: Identity): Promise<void> {
  await withAuth(database, ({ db }) =>
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId))),
  )
}
