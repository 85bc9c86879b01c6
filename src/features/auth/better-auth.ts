import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { accounts, sessions, users, verifications } from '../../platform/db/tables/auth.ts'
import { readGoogleUser } from './google-user.ts'
import { suspendedCode } from './refusal-rules.ts'
import { maximumPasswordLength, minimumPasswordLength } from './rules.ts'

export interface AuthOptions {
  database: Database
  secret: string
  appUrl: string
  origins: readonly string[]
  google: { clientId: string; clientSecret: string } | undefined
  log: Logger
  sendResetMail: (user: { id: string; email: string }, token: string) => Promise<void>
  /** Runs once a session was made. */
  onSignIn: (userId: string) => Promise<void>
}

const day = 24 * 3600
export const verificationLinkSeconds = 3 * day
export const sessionLifetimeSeconds = 30 * day
/** However often it is used, somebody signs in again after that. */
export const longestSessionSeconds = 90 * day
/** A session that is this old gets a new end at its next request. */
export const sessionRefreshSeconds = day
const resetLinkSeconds = 3600
/** For so long after signing in, or typing the password again, sensitive changes do not ask for it. */
export const confirmedSeconds = 10 * 60

/**
 * Better Auth keeps sessions, passwords and the tokens of links. It is called from our own routes, which decide what
 * goes in and out; of its own routes only Google's way back is served.
 */
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
      // Set by the database: a session begins with a proof of who it is.
      additionalFields: { confirmedAt: { type: 'date', required: false, input: false } },
    },
    databaseHooks: {
      session: {
        create: {
          // Once a password or Google has shown who it is: nobody else gets to know that an account is suspended.
          before: async ({ userId }) => refuseSuspended(options.database, userId),
          after: async ({ userId }) => options.onSignIn(userId),
        },
      },
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      // Accounts are made by our own sign-up, together with their business.
      disableSignUp: true,
      minPasswordLength: minimumPasswordLength,
      maxPasswordLength: maximumPasswordLength,
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      sendResetPassword: async ({ user, token }) => options.sendResetMail(user, token),
    },
    account: { encryptOAuthTokens: true },
    ...(options.google ? { socialProviders: { google: withProof(options.google) } } : {}),
    advanced: {
      // The prefix of its own would let a neighbouring host set these cookies too.
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

/** On https browsers take a cookie of such a name from this very host alone, for all of it and over https. */
function sessionCookiePrefix(appUrl: string): string {
  return `${appUrl.startsWith('https:') ? '__Host-' : ''}millrace`
}

export const sessionCookieName = (appUrl: string): string => `${sessionCookiePrefix(appUrl)}.session_token`

function withProof(google: NonNullable<AuthOptions['google']>) {
  const getUserInfo = ({ idToken }: { idToken?: string | undefined }) =>
    readGoogleUser(idToken, google.clientId)
  return { ...google, getUserInfo }
}

/** On the way back from Google its code ends in the address of the login page. */
async function refuseSuspended({ auth }: Database, userId: string): Promise<void> {
  const { rowCount } = await auth.query('select from auth.users where id = $1 and suspended_at is not null', [
    userId,
  ])
  if (rowCount) throw new APIError('FORBIDDEN', { code: suspendedCode })
}
