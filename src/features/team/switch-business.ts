import type { Context } from 'hono'
import { withAuth } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { AppError } from '../../shared/errors.ts'
import type { Session } from '../auth/contract.ts'
import { sessionIn } from '../auth/sessions/identify.ts'
import { enterBusiness } from './enter-business.ts'
import type { TeamDeps } from './team-deps.ts'

/** New tabs open in this business from then on, and so does the next sign-in. */
export async function switchBusiness(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  { userId, sessionId }: Identity,
  businessId: string,
): Promise<Session> {
  await withAuth(deps.database, async ({ client }) => {
    const { rowCount } = await client.query(
      'select from members where business_id = $1 and user_id = $2 and paused_at is null',
      [businessId, userId],
    )
    if (!rowCount)
      throw new AppError('NOT_A_MEMBER', 'You’re not a member of this business, or no longer one.')
    await enterBusiness(client, { userId, sessionId, businessId })
  })
  return sessionIn(deps, context, businessId)
}
