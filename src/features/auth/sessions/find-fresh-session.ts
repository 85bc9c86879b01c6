import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type pg from 'pg'
import type { Identity } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { confirmedSeconds, sessionLifetimeSeconds, sessionRefreshSeconds } from '../better-auth.ts'

type TokenDeps = Pick<AuthDeps, 'auth' | 'readSessionToken'>
type SessionDeps = TokenDeps & Pick<AuthDeps, 'database'>

/** Returns the token in a request's session cookie if its signature is valid. */
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

/** Reads the identity of a session token with one prepared statement, because every request runs it. */
function sessionStatement(token: string): pg.QueryConfig {
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
 * Returns undefined if Better Auth has to handle the request: the cookie is not valid, the session has ended
 * or is due for extension, or the user is suspended or has no business yet.
 */
export async function findFreshSession(
  deps: SessionDeps,
  context: Context<HttpEnv>,
): Promise<Identity | undefined> {
  const token = await readRequestToken(deps, context)
  if (!token) return undefined
  const { rows } = await deps.database.auth.query<SessionRow>(sessionStatement(token))
  return toIdentity(rows)
}
