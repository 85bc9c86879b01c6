import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type pg from 'pg'
import { withAuth } from '../../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import {
  confirmedSeconds,
  longestSessionSeconds,
  sessionLifetimeSeconds,
  sessionRefreshSeconds,
} from '../better-auth.ts'
import type { Session } from '../contract.ts'
import { createBusiness } from '../queries.ts'
import { forgetSession } from './own-sessions.ts'

interface Membership {
  id: string
  name: string
  timeZone: string
  currency: string
  locale: string
  deleteAfter: Date | null
}

async function findMembership(deps: AuthDeps, userId: string): Promise<Membership | undefined> {
  const { rows } = await deps.database.auth.query<Membership>({
    name: 'find-membership',
    text: `select b.id, b.name, b.time_zone as "timeZone", b.currency, b.locale, b.delete_after as "deleteAfter"
           from members m join businesses b on b.id = m.business_id where m.user_id = $1`,
    values: [userId],
  })
  return rows[0]
}

/** Finds or creates the business: a user who signed up with Google has none at the first request. */
async function ensureMembership(
  deps: AuthDeps,
  user: { id: string; name: string; emailVerified: boolean },
): Promise<Membership> {
  const found = await findMembership(deps, user.id)
  if (found) return found
  try {
    await withAuth(deps.database, (tx) =>
      createBusiness(tx, {
        userId: user.id,
        businessName: user.name,
        timeZone: 'UTC',
        emailVerified: user.emailVerified,
      }),
    )
  } catch (error) {
    // A concurrent request of the same user created it.
    if (!isUniqueViolation(error, 'members_user_id')) throw error
  }
  const created = await findMembership(deps, user.id)
  if (!created) throw new Error('a user without a business')
  return created
}

/** Copies the cookies that Better Auth sets or clears to the response. */
export function passCookies(context: Context, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
}

/**
 * Read from the database at every request, so an ended session or a revoked role takes effect at once.
 * `cookies` are for the response: Better Auth extends the session.
 */
async function findIdentity(deps: AuthDeps, requestHeaders: Headers) {
  const { headers: cookies, response } = await deps.auth.api.getSession({
    headers: requestHeaders,
    returnHeaders: true,
  })
  if (!response) return { cookies, identity: null }
  // A sign-in that was in progress can create a session after the suspension has ended the others.
  if (response.user.suspendedAt) return { cookies: new Headers(), identity: null }
  const { user, session } = response
  // Every session gets here once a day, when it is due for extension.
  if (Date.now() - session.createdAt.getTime() > longestSessionSeconds * 1000) {
    await forgetSession(deps.database, session.token)
    return { cookies: new Headers(), identity: null }
  }
  const membership = await ensureMembership(deps, user)
  const identity: Identity = {
    userId: user.id,
    sessionId: session.id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    role: user.role === 'admin' ? 'admin' : 'user',
    mustChangePassword: !user.initialPasswordChanged,
    isConfirmed: Date.now() - (session.confirmedAt?.getTime() ?? 0) < confirmedSeconds * 1000,
    businessId: membership.id,
    business: {
      name: membership.name,
      timeZone: membership.timeZone,
      currency: membership.currency,
      locale: membership.locale,
      deleteAfter: membership.deleteAfter?.toISOString() ?? null,
    },
  }
  return { cookies, identity }
}

export async function identify(deps: AuthDeps, context: Context<HttpEnv>): Promise<Identity | null> {
  if (!context.req.header('cookie')) return null
  const fresh = await findFreshSession(deps, context)
  if (fresh) return fresh
  const { cookies, identity } = await findIdentity(deps, context.req.raw.headers)
  passCookies(context, cookies)
  return identity
}

/** The identity of a session whose cookies are about to be sent; null if it has just ended. */
export async function identifyFresh(deps: AuthDeps, setCookies: Headers): Promise<Identity | null> {
  const cookie = setCookies
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { identity } = await findIdentity(deps, new Headers({ cookie }))
  return identity
}

export function toSession(identity: Identity): Session {
  const { userId: id, name, email, emailVerified, role, mustChangePassword } = identity
  return {
    user: { id, name, email, emailVerified, role, mustChangePassword },
    business: { id: identity.businessId, ...identity.business },
  }
}

type TokenDeps = Pick<AuthDeps, 'auth' | 'readSessionToken'>
type SessionDeps = TokenDeps & Deps<'database'>

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
  currency: string
  locale: string
  deleteAfter: Date | null
}

/** Reads the identity of a session token with one prepared statement, because every request runs it. */
function sessionStatement(token: string): pg.QueryConfig {
  return {
    name: 'find-fresh-session',
    text: `select u.id as "userId", s.id as "sessionId", u.name, u.email, u.email_verified as "emailVerified", u.role,
             not u.initial_password_changed as "mustChangePassword",
             s.confirmed_at > now() - $3 * interval '1 second' as "isConfirmed",
             b.id as "businessId", b.name as "businessName", b.time_zone as "timeZone", b.currency, b.locale,
             b.delete_after as "deleteAfter"
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
  const { businessName, timeZone, currency, locale, deleteAfter, ...identity } = row
  const business = {
    name: businessName,
    timeZone,
    currency,
    locale,
    deleteAfter: deleteAfter?.toISOString() ?? null,
  }
  return { ...identity, business }
}

/** Undefined if Better Auth has to look: no valid, fresh session of an active user with a business. */
export async function findFreshSession(
  deps: SessionDeps,
  context: Context<HttpEnv>,
): Promise<Identity | undefined> {
  const token = await readRequestToken(deps, context)
  if (!token) return undefined
  const { rows } = await deps.database.auth.query<SessionRow>(sessionStatement(token))
  return toIdentity(rows)
}
