import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type pg from 'pg'
import { withAuth } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { businessHeader, businessParameter } from '../../../shared/business-header.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Role } from '../../../shared/roles.ts'
import type { AuthDeps } from '../auth-deps.ts'
import {
  confirmedSeconds,
  longestSessionSeconds,
  sessionLifetimeSeconds,
  sessionRefreshSeconds,
} from '../better-auth.ts'
import type { Session } from '../contract.ts'
import { createBusiness } from '../queries.ts'
import { offerDays } from '../rules.ts'
import { forgetSession } from './own-sessions.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Membership {
  businessId: string
  memberRole: Role
  businessName: string
  timeZone: string
  currency: string
  locale: string
  deleteAfter: Date | null
  ownerName: string
  ownerEmail: string
}

/** The columns of a membership. Most members are the owner, for whom the owner is not looked up. */
const membershipColumns = `m.business_id as "businessId", m.role as "memberRole",
  m.name as "businessName", m.time_zone as "timeZone", m.currency, m.locale, m.delete_after as "deleteAfter",
  coalesce(o.name, u.name) as "ownerName", coalesce(o.email, u.email) as "ownerEmail"`

/** Whether a member (om) may work in the business (b): the plan includes them, and the operator did not suspend it. */
const isOpen = 'om.paused_at is null and b.suspended_at is null'

/**
 * Joins the membership that a request is about: in the business that it names ($1), else in the one that the session, or for
 * a new session the user, was in last, else in the first that the user belongs to.
 */
const membershipJoins = `join lateral (
    select om.business_id, om.role, b.name, b.time_zone, b.currency, b.locale, b.delete_after
    from members om join businesses b on b.id = om.business_id
    where om.user_id = u.id and ($1::uuid is null or om.business_id = $1) and ${isOpen}
    order by om.business_id = coalesce(s.business_id, u.last_business_id) desc nulls last, om.created_at limit 1
  ) m on true
  left join lateral (
    select ou.name, ou.email from members om join auth.users ou on ou.id = om.user_id
    where m.role <> 'owner' and om.business_id = m.business_id and om.role = 'owner'
  ) o on true`

const noLongerMember = 'You’re not a member of this business, or no longer one.'

/** The business that a request names: with a header, or in its address where a browser opens it by itself. */
export function namedBusiness(context: Context<HttpEnv>): string | null {
  const named = context.req.header(businessHeader) ?? context.req.query(businessParameter)
  if (named === undefined) return null
  if (!uuid.test(named)) throw new AppError('NOT_A_MEMBER', noLongerMember)
  return named
}

async function findMembership(
  deps: AuthDeps,
  { userId, sessionId, named }: { userId: string; sessionId: string; named: string | null },
): Promise<Membership | undefined> {
  const { rows } = await deps.database.auth.query<Membership>({
    name: 'find-membership',
    // The session may have just ended. Its next request is refused.
    text: `select ${membershipColumns} from auth.users u left join auth.sessions s on s.id = $2 ${membershipJoins}
           where u.id = $3`,
    values: [named, sessionId, userId],
  })
  return rows[0]
}

/**
 * Finds or creates the business. A user who signed up with Google has none at the first request, nor has one who was
 * removed from the only business they belonged to.
 */
async function ensureMembership(
  deps: AuthDeps,
  user: { id: string; name: string; emailVerified: boolean },
  sessionId: string,
  named: string | null,
): Promise<Membership> {
  const find = () => findMembership(deps, { userId: user.id, sessionId, named })
  const found = await find()
  if (found) return found
  if (named !== null) throw new AppError('NOT_A_MEMBER', noLongerMember)
  await withAuth(deps.database, async (tx) => {
    // Two requests of the same user must not create two.
    await tx.client.query(`select from auth.users where id = $1 for update`, [user.id])
    const { rowCount } = await tx.client.query(
      `select from members om join businesses b on b.id = om.business_id where om.user_id = $1 and ${isOpen} limit 1`,
      [user.id],
    )
    if (rowCount) return
    await createBusiness(tx, {
      userId: user.id,
      businessName: user.name,
      timeZone: 'UTC',
      emailVerified: user.emailVerified,
    })
  })
  const created = await find()
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
async function findIdentity(deps: AuthDeps, requestHeaders: Headers, named: string | null) {
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
  const membership = await ensureMembership(deps, user, session.id, named)
  const identity = toIdentity({
    userId: user.id,
    sessionId: session.id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    role: user.role === 'admin' ? 'admin' : 'user',
    mustChangePassword: !user.initialPasswordChanged,
    isConfirmed: Date.now() - (session.confirmedAt?.getTime() ?? 0) < confirmedSeconds * 1000,
    ...membership,
  })
  return { cookies, identity }
}

/** Throws NOT_A_MEMBER if the request names a business that the user does not belong to. */
export async function identify(deps: AuthDeps, context: Context<HttpEnv>): Promise<Identity | null> {
  if (!context.req.header('cookie')) return null
  return identifyIn(deps, context, namedBusiness(context))
}

/** The same for a page that asks who is signed in: one that was removed is shown in another business. */
export async function identifyAnywhere(deps: AuthDeps, context: Context<HttpEnv>): Promise<Identity | null> {
  try {
    return await identify(deps, context)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_A_MEMBER') throw error
    return identifyIn(deps, context, null)
  }
}

/** The session of a signed-in user in one business; without one, wherever a new tab would be. */
export async function sessionIn(
  deps: AuthDeps,
  context: Context<HttpEnv>,
  businessId: string | null,
): Promise<Session> {
  const identity = await identifyIn(deps, context, businessId)
  if (!identity) throw new AppError('NOT_SIGNED_IN', 'Please sign in to continue.')
  return toSession(deps, identity)
}

async function identifyIn(
  deps: AuthDeps,
  context: Context<HttpEnv>,
  named: string | null,
): Promise<Identity | null> {
  const fresh = await findFreshSession(deps, context, named)
  if (fresh) return fresh
  const { cookies, identity } = await findIdentity(deps, context.req.raw.headers, named)
  passCookies(context, cookies)
  return identity
}

/** The identity of a session whose cookies are about to be sent; null if it has just ended. */
export async function identifyFresh(deps: AuthDeps, setCookies: Headers): Promise<Identity | null> {
  const cookie = setCookies
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { identity } = await findIdentity(deps, new Headers({ cookie }), null)
  return identity
}

/** What a page shows of who is signed in, and where else they could work. */
export async function toSession({ database }: Deps<'database'>, identity: Identity): Promise<Session> {
  const { userId: id, businessId, name, email, emailVerified, role, mustChangePassword } = identity
  const { rows } = await database.auth.query<Pick<Session, 'hasTeam' | 'isOffered' | 'businesses'>>({
    name: 'find-businesses',
    text: `select (select count(*) > 1 from (select from people where business_id = $2 limit 2) p) as "hasTeam",
             coalesce(bool_or(b.id = $2 and om.offered_at > now() - make_interval(days => $3)), false) as "isOffered",
             json_agg(json_build_object('id', b.id, 'name', b.name, 'role', om.role) order by lower(b.name), b.id) as businesses
           from members om join businesses b on b.id = om.business_id where om.user_id = $1 and ${isOpen}`,
    values: [id, businessId, offerDays],
  })
  // The membership may have just ended. The next request then finds another one.
  const { hasTeam, isOffered, businesses } = rows[0] ?? { hasTeam: false, isOffered: false, businesses: [] }
  return {
    user: { id, name, email, emailVerified, role, mustChangePassword },
    business: { id: businessId, ...identity.business },
    memberRole: identity.memberRole,
    hasTeam,
    isOffered,
    businesses: businesses ?? [],
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

type SessionRow = Omit<Identity, 'business' | 'owner' | keyof Membership> & Membership

/** Reads the identity of a session token with one prepared statement, because every request runs it. */
function sessionStatement(token: string, named: string | null): pg.QueryConfig {
  return {
    name: 'find-fresh-session',
    text: `select u.id as "userId", s.id as "sessionId", u.name, u.email, u.email_verified as "emailVerified", u.role,
             not u.initial_password_changed as "mustChangePassword",
             s.confirmed_at > now() - $4 * interval '1 second' as "isConfirmed", ${membershipColumns}
           from auth.sessions s
           join auth.users u on u.id = s.user_id
           ${membershipJoins}
           where s.token = $2 and u.suspended_at is null and s.expires_at > now() + $3 * interval '1 second'`,
    values: [named, token, sessionLifetimeSeconds - sessionRefreshSeconds, confirmedSeconds],
  }
}

function toIdentity(row: SessionRow): Identity {
  const { businessName, timeZone, currency, locale, deleteAfter, ownerName, ownerEmail, ...identity } = row
  const business = {
    name: businessName,
    timeZone,
    currency,
    locale,
    deleteAfter: deleteAfter?.toISOString() ?? null,
  }
  return { ...identity, business, owner: { name: ownerName, email: ownerEmail } }
}

/** Undefined if Better Auth has to look: no valid, fresh session of an active user with a business. */
export async function findFreshSession(
  deps: SessionDeps,
  context: Context<HttpEnv>,
  named = namedBusiness(context),
): Promise<Identity | undefined> {
  const token = await readRequestToken(deps, context)
  if (!token) return undefined
  const { rows } = await deps.database.auth.query<SessionRow>(sessionStatement(token, named))
  return rows[0] && toIdentity(rows[0])
}
