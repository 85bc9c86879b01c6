import { sql } from 'drizzle-orm'
import { boolean, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { id, moment, times } from '../columns.ts'

/** Better Auth reads and writes these tables as millrace_auth. Admin pages read users and end sessions. */
const auth = pgSchema('auth')

export const users = auth.table('users', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role', { enum: ['user', 'admin'] })
    .notNull()
    .default('user'),
  initialPasswordChanged: boolean('initial_password_changed').notNull().default(true),
  lastSignInAt: moment('last_sign_in_at'),
  /** Since then the user has no access. */
  suspendedAt: moment('suspended_at'),
  /** The business that the user entered last in any session. */
  lastBusinessId: uuid('last_business_id'),
  /** Maintained by the database, for the list of users on the admin pages. */
  businessName: text('business_name'),
  searchText: text('search_text')
    .notNull()
    .generatedAlwaysAs(sql`lower(name || E'\\n' || email || E'\\n' || coalesce(business_name, ''))`),
  ...times,
})

export const sessions = auth.table('sessions', {
  id: id(),
  userId: uuid('user_id').notNull(),
  token: text('token').notNull(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  /** When the user last confirmed their identity, at sign-in or with their password. */
  confirmedAt: moment('confirmed_at').notNull().defaultNow(),
  /** The business that the user switched to last in this session. */
  businessId: uuid('business_id'),
  ...times,
})

export const accounts = auth.table('accounts', {
  id: id(),
  userId: uuid('user_id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: moment('access_token_expires_at'),
  refreshTokenExpiresAt: moment('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  ...times,
})

export const verifications = auth.table('verifications', {
  id: id(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: moment('expires_at').notNull(),
  ...times,
})
