import { eq, sql } from 'drizzle-orm'
import { sessions } from '../../../platform/db/tables/auth.ts'
import { withAuth } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Caller } from '../activity.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { assertOwnPassword, findPasswordHash } from '../passwords/own-password.ts'

/** Confirms the session with the password: for some minutes it may make sensitive changes. */
export async function confirmSession(deps: AuthDeps, caller: Caller, password: string): Promise<void> {
  // A user without a password confirms by signing in with Google again, which creates a new session.
  if (!(await findPasswordHash(deps, caller.userId))) {
    throw new AppError('CONFIRMATION_NEEDED', 'Please sign in with Google again to confirm that it is you.')
  }
  await assertOwnPassword(deps, caller, password)
  await withAuth(deps.database, ({ db }) =>
    db
      .update(sessions)
      .set({ confirmedAt: sql`now()` })
      .where(eq(sessions.id, caller.sessionId)),
  )
}
