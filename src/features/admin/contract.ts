import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

/** The maximum length of a search text. */
export const searchLength = 100

const tag = 'Admin: users'
const momentSchema = z.iso.datetime()
const minor = z.int()

export const adminUserSchema = z.strictObject({
  id: z.uuid(),
  /** The user's name; empty if unknown. */
  name: z.string(),
  email: z.email(),
  emailVerified: z.boolean(),
  businessName: z.string().nullable(),
  /** `free` without a subscription. */
  subscriptionStatus: z.enum([
    'free',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'incomplete',
    'canceled',
  ]),
  /** When the subscription renews or ends; null without a subscription. */
  subscriptionEndDate: momentSchema.nullable(),
  role: z.enum(['user', 'admin']),
  createdAt: momentSchema,
  lastSignInAt: momentSchema.nullable(),
  suspendedAt: momentSchema.nullable(),
})
export type AdminUser = z.infer<typeof adminUserSchema>

export const listUsers = endpoint({
  method: 'get',
  path: '/api/v1/admin/users',
  access: 'admin',
  tag,
  summary: 'All users, newest first, 50 at a time',
  query: z.strictObject({
    /** Matches the name, the address or the name of the business, ignoring case. */
    search: z.string().trim().max(searchLength).optional(),
    show: z.enum(['all', 'admins', 'suspended']).optional(),
    after: z.string().max(200).optional(),
  }),
  response: z.strictObject({ users: z.array(adminUserSchema), next: z.string().nullable() }),
})

export const platformStatsSchema = z.strictObject({
  totalUsers: z.int(),
  /** Running subscriptions, including trials. */
  activeSubscriptions: z.int(),
  trials: z.int(),
  /** What subscriptions have paid, minus refunds. */
  totalRevenueMinor: minor,
  /** True if the cards are sandbox cards and no real money was paid. */
  isSandbox: z.boolean(),
  totalInvoices: z.int(),
  /** Since the first of the month, in the requesting admin's time zone. */
  usersThisMonth: z.int(),
  /** Contact messages that are neither answered nor closed. */
  openMessages: z.int(),
})
export type PlatformStats = z.infer<typeof platformStatsSchema>

export const getPlatformStats = endpoint({
  method: 'get',
  path: '/api/v1/admin/stats',
  access: 'admin',
  tag,
  summary: 'Platform statistics',
  response: platformStatsSchema,
})

const userParams = z.strictObject({ id: z.uuid() })

export const changeRole = endpoint({
  method: 'put',
  path: '/api/v1/admin/users/{id}/role',
  access: 'admin',
  confirm: true,
  tag,
  summary: 'Grant or remove the admin role, except your own and the last admin’s',
  params: userParams,
  body: z.strictObject({ role: z.enum(['user', 'admin']) }),
  response: adminUserSchema,
  errors: ['NOT_FOUND', 'OWN_ACCOUNT', 'LAST_ADMIN', 'SUSPENDED'],
})

export const suspendUser = endpoint({
  method: 'post',
  path: '/api/v1/admin/users/{id}/suspend',
  access: 'admin',
  confirm: true,
  tag,
  summary: 'Suspend a user: end every session, refuse sign-in and hold back email from the business',
  params: userParams,
  response: adminUserSchema,
  errors: ['NOT_FOUND', 'OWN_ACCOUNT', 'STILL_ADMIN'],
})

export const restoreUser = endpoint({
  method: 'post',
  path: '/api/v1/admin/users/{id}/restore',
  access: 'admin',
  confirm: true,
  tag,
  summary: 'Restore a suspended user',
  params: userParams,
  response: adminUserSchema,
  errors: ['NOT_FOUND'],
})

export const resendUserVerification = endpoint({
  method: 'post',
  path: '/api/v1/admin/users/{id}/resend-verification',
  access: 'admin',
  tag,
  summary: 'Resend the verification email',
  params: userParams,
  errors: ['NOT_FOUND', 'ALREADY_VERIFIED', 'TOO_MANY_REQUESTS'],
})

export const sendResetLink = endpoint({
  method: 'post',
  path: '/api/v1/admin/users/{id}/send-reset-link',
  access: 'admin',
  tag,
  summary: 'Send a password reset link',
  params: userParams,
  errors: ['NOT_FOUND', 'SUSPENDED', 'TOO_MANY_REQUESTS'],
})
