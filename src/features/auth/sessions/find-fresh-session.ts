import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Statement } from '../../../platform/db/exchange.ts'
import type { Rider } from '../../../platform/db/rider.ts'
import type { Identity, Recalled } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { confirmedSeconds, sessionLifetimeSeconds, sessionRefreshSeconds } from '../better-auth.ts'

type TokenDeps = Pick<AuthDeps, 'auth' | 'readSessionToken'>
type SessionDeps = TokenDeps & Pick<AuthDeps, 'database' | 'recentSessions'>

/** The token in a request's session cookie, if we signed it. */
export async function readRequestToken(
  { auth, readSessionToken }: TokenDeps,
  context: Context<HttpEnv>,
): Promise<string | undefined> {
  const { authCookies } = await auth.$context
  const cookie = getCookie(context, authCookies.sessionToken.name)
  return cookie && readSessionToken(cookie)
}

type SessionRow = Omit<Identity, 'business'> & {
  businessName: string
  timeZone: string
  deleteAfter: Date | null
}

/** Who a session's token stands for, in one prepared query: this is asked at every request. */
function sessionStatement(token: string): Statement {
  return {
    name: 'find-fresh-session',
    text: `select u.id as "userId", s.id as "sessionId", u.name, u.email, u.email_verified as "emailVerified", u.role,
             not u.initial_password_changed as "mustChangePassword",
             s.confirmed_at > now() - $3 * interval '1 second' as "isConfirmed",
             b.id as "businessId", b.name as "businessName", b.time_zone as "timeZone", b.delete_after as "deleteAfter"
           from auth.sessions s
           join auth.users u on u.id = s.user_id
           join members m on m.user_id = u.id
           join businesses b on b.id = m.business_id
           where s.token = $1 and u.suspended_at is null and s.expires_at > now() + $2 * interval '1 second'`,
    values: [token, sessionLifetimeSeconds - sessionRefreshSeconds, confirmedSeconds],
  }
}

function toIdentity([row]: SessionRow[]): Identity | undefined {
  if (!row) return undefined
  const { businessName, timeZone, deleteAfter, ...identity } = row
  const business = { name: businessName, timeZone, deleteAfter: deleteAfter?.toISOString() ?? null }
  return { ...identity, business }
}

/**
 * Undefined when Better Auth has to look: the cookie is none of ours, its session is over or due for a new end, or its
 * user is suspended or has no business yet.
 */
export async function findFreshSession(
  deps: SessionDeps,
  context: Context<HttpEnv>,
): Promise<Identity | undefined> {
  const token = await readRequestToken(deps, context)
  if (!token) return undefined
  const { rows } = await deps.database.auth.query<SessionRow>(sessionStatement(token) as pg.QueryConfig)
  const identity = toIdentity(rows)
  if (identity) deps.recentSessions.keep(token, identity)
  return identity
}

/**
 * Who it was a moment ago, and the question whether it still is, which the request's own first query takes along. Nothing
 * is answered before that is known to be so.
 */
export async function recallSession(
  deps: SessionDeps,
  context: Context<HttpEnv>,
): Promise<Recalled | undefined> {
  const token = await readRequestToken(deps, context)
  const identity = token && deps.recentSessions.find(token)
  if (!identity) return undefined
  let isConfirmed = false
  const compare = (found: Identity | undefined) => {
    isConfirmed = isDeepStrictEqual(found, identity)
    if (!isConfirmed) deps.recentSessions.forget(token)
  }
  const rider: Rider = {
    statement: sessionStatement(token),
    answer: async (result) => {
      const { rows } = await result
      compare(toIdentity(rows as SessionRow[]))
      if (!isConfirmed) throw new Error('The session is not what it was.')
    },
  }
  return {
    identity,
    rider,
    async isStill() {
      // Nothing has asked, as when the input is wrong; or the answer did not come.
      if (!isConfirmed) compare(await findFreshSession(deps, context))
      return isConfirmed
    },
  }
}
