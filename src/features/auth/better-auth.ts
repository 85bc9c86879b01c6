import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { type GoogleProfile, verifyGoogleIdToken } from 'better-auth/social-providers'
import { drizzle } from 'drizzle-orm/node-postgres'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { accounts, sessions, users, verifications } from '../../platform/db/tables/installation/auth.ts'
import { maximumPasswordLength, minimumPasswordLength, suspendedCode } from './rules.ts'

export interface AuthOptions {
  database: Database
  secret: string
  appUrl: string
  origins: readonly string[]
  google: { clientId: string; clientSecret: string } | undefined
  log: Logger
  sendResetMail: (user: { id: string; email: string }, token: string) => Promise<void>
  /** Runs after a session was created. */
  onSignIn: (userId: string) => Promise<void>
}

const day = 24 * 3600
export const verificationLinkSeconds = 3 * day
export const sessionLifetimeSeconds = 30 * day
/** The maximum age of a session. After that the user has to sign in again, however active the session is. */
export const longestSessionSeconds = 90 * day
/** A session that was last extended this long ago is extended at its next request. */
export const sessionRefreshSeconds = day
const resetLinkSeconds = 3600
/** For this long after a sign-in or a re-entered password, sensitive changes do not ask for the password. */
export const confirmedSeconds = 10 * 60

/** Our own routes call Better Auth. Of its built-in routes only Google's callback is served. */
export function createAuth(options: AuthOptions) {
  const db = drizzle(options.database.auth)
  const secure = options.appUrl.startsWith('https:')
  return betterAuth({
    baseURL: options.appUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [...options.origins],
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: {
      additionalFields: {
        role: { type: 'string', defaultValue: 'user', input: false },
        initialPasswordChanged: { type: 'boolean', defaultValue: true, input: false },
        suspendedAt: { type: 'date', required: false, input: false },
      },
    },
    session: {
      expiresIn: sessionLifetimeSeconds,
      updateAge: sessionRefreshSeconds,
      cookieCache: { enabled: false },
      // The database sets the value: a new session starts as confirmed, because the user just signed in.
      additionalFields: { confirmedAt: { type: 'date', required: false, input: false } },
    },
    databaseHooks: {
      session: {
        create: {
          // After the identity is proved, so that strangers do not learn of a suspension.
          before: async ({ userId }) => refuseSuspended(options.database, userId),
          after: async ({ userId }) => options.onSignIn(userId),
        },
      },
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      // Our own sign-up creates accounts, together with their business.
      disableSignUp: true,
      minPasswordLength: minimumPasswordLength,
      maxPasswordLength: maximumPasswordLength,
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      sendResetPassword: async ({ user, token }) => options.sendResetMail(user, token),
    },
    account: { encryptOAuthTokens: true },
    ...(options.google ? { socialProviders: { google: withVerifiedProfile(options.google) } } : {}),
    advanced: {
      // Better Auth's own prefix (__Secure-) would let neighboring hosts set these cookies.
      useSecureCookies: false,
      cookiePrefix: sessionCookiePrefix(options.appUrl),
      database: { generateId: 'uuid' },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) =>
        options.log[level === 'error' ? 'error' : 'debug']({ from: 'sign-in' }, message),
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

/** On https, browsers accept a __Host- cookie only from this exact host, for the whole host. */
function sessionCookiePrefix(appUrl: string): string {
  return `${appUrl.startsWith('https:') ? '__Host-' : ''}millrace`
}

export const sessionCookieName = (appUrl: string): string => `${sessionCookiePrefix(appUrl)}.session_token`

function withVerifiedProfile(google: NonNullable<AuthOptions['google']>) {
  const getUserInfo = ({ idToken }: { idToken?: string | undefined }) =>
    readGoogleUser(idToken, google.clientId)
  return { ...google, getUserInfo }
}

/** After a Google sign-in the code appears in the query of the login page. */
async function refuseSuspended({ auth }: Database, userId: string): Promise<void> {
  const { rowCount } = await auth.query('select from auth.users where id = $1 and suspended_at is not null', [
    userId,
  ])
  if (rowCount) throw new APIError('FORBIDDEN', { code: suspendedCode })
}

/**
 * Reads the user from Google's ID token. Better Auth does not verify the token's signature and relies on the
 * connection. Here the token must be signed by Google, issued for this client, and less than an hour old.
 */
async function readGoogleUser(idToken: string | undefined, clientId: string) {
  const claims = idToken ? await verifyGoogleIdToken({ token: idToken, audience: clientId }) : null
  if (!claims) return null
  const profile = claims as unknown as GoogleProfile
  const { name, email, picture, email_verified: emailVerified } = profile
  return { user: { name, email, image: picture, emailVerified }, data: profile }
}

/** How many verified cookies are cached, so that the signature is not computed at every request. */
const maxCached = 1000

/** Creates a reader that returns the token in Better Auth's cookie if it was signed with this secret. */
export function createTokenReader(secret: string): (cookie: string) => string | undefined {
  const verifiedTokens = new Map<string, string>()
  return (cookie) => {
    const cached = verifiedTokens.get(cookie)
    if (cached !== undefined) return cached
    const dot = cookie.lastIndexOf('.')
    if (dot < 1) return undefined
    const token = cookie.slice(0, dot)
    const given = Buffer.from(cookie.slice(dot + 1), 'base64')
    const expected = createHmac('sha256', secret).update(token).digest()
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    if (verifiedTokens.size >= maxCached) verifiedTokens.clear()
    verifiedTokens.set(cookie, token)
    return token
  }
}
