import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { HttpEnv, Identity } from '../../platform/http/api.ts'
import type { AuthDeps } from './auth-deps.ts'
import { sessionLifetimeSeconds, sessionRefreshSeconds } from './better-auth.ts'

type TokenDeps = Pick<AuthDeps, 'auth' | 'readSessionToken'>

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

/**
 * Who a session cookie stands for, in one prepared query: this runs on every request. Undefined when Better Auth has
 * to look: the cookie is none of ours, its session is over or due for a new end, or its user is suspended or has no
 * business yet.
 */
export async function findFreshSession(
  { database, ...deps }: TokenDeps & Pick<AuthDeps, 'database'>,
  context: Context<HttpEnv>,
): Promise<Identity | undefined> {
  const token = await readRequestToken(deps, context)
  if (!token) return undefined
  const { rows } = await database.auth.query<SessionRow>({
    name: 'find-fresh-session',
    text: `select u.id as "userId", s.id as "sessionId", u.name, u.email, u.email_verified as "emailVerified", u.role,
             not u.initial_password_changed as "mustChangePassword",
             b.id as "businessId", b.name as "businessName", b.time_zone as "timeZone", b.delete_after as "deleteAfter"
           from auth.sessions s
           join auth.users u on u.id = s.user_id
           join members m on m.user_id = u.id
           join businesses b on b.id = m.business_id
           where s.token = $1 and u.suspended_at is null and s.expires_at > now() + $2 * interval '1 second'`,
    values: [token, sessionLifetimeSeconds - sessionRefreshSeconds],
  })
  const [row] = rows
  if (!row) return undefined
  const { businessName, timeZone, deleteAfter, ...identity } = row
  const business = { name: businessName, timeZone, deleteAfter: deleteAfter?.toISOString() ?? null }
  return { ...identity, business }
}
