import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { users } from '../../platform/db/tables/installation/auth.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import type { Session } from '../auth/contract.ts'
import { sessionIn } from '../auth/sessions/identify.ts'
import type { TeamDeps } from './team-deps.ts'

export async function renamePerson(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  { userId, businessId }: Identity,
  name: string,
): Promise<Session> {
  await withAuth(deps.database, ({ db }) =>
    db.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, userId)),
  )
  return sessionIn(deps, context, businessId)
}
