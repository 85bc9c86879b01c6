import type { Context } from 'hono'
import { withAuth } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { AppError } from '../../shared/errors.ts'
import type { Session } from '../auth/contract.ts'
import { sessionIn } from '../auth/sessions/identify.ts'
import type { TeamDeps } from './team-deps.ts'

/** New tabs open in this business from then on. */
export async function switchBusiness(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  { userId, sessionId }: Identity,
  businessId: string,
): Promise<Session> {
  const { rowCount } = await withAuth(deps.database, ({ client }) =>
    client.query(
      `update auth.sessions set business_id = $2 where id = $1 and exists (
         select from members where business_id = $2 and user_id = $3 and paused_at is null)`,
      [sessionId, businessId, userId],
    ),
  )
  if (!rowCount) throw new AppError('NOT_A_MEMBER', 'You’re not a member of this business, or no longer one.')
  return sessionIn(deps, context, businessId)
}
