import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { roles } from '../../shared/roles.ts'
import { isTimeZone, maximumPasswordLength, minimumPasswordLength, passwordTooShort } from './rules.ts'

const tag = 'Accounts'

export const addressField = (missing: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .min(1, missing)
    .max(254, 'This email address is too long.')
    .pipe(z.email('Please enter a valid email address.'))

export const emailSchema = addressField('Please enter your email address.')

const name = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Please enter your ${what}.`)
    .max(120, `Please use at most 120 characters for your ${what}.`)

export const fullNameSchema = name('full name')
export const businessNameSchema = name('business name')

export const newPasswordSchema = z
  .string()
  .min(minimumPasswordLength, passwordTooShort)
  .max(maximumPasswordLength, `Please use at most ${maximumPasswordLength} characters.`)

export const sessionSchema = z.strictObject({
  user: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.email(),
    emailVerified: z.boolean(),
    role: z.enum(['user', 'admin']),
    /** True until the default admin has replaced its initial password. */
    mustChangePassword: z.boolean(),
  }),
  business: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    timeZone: z.string(),
    /** The home currency. */
    currency: z.string(),
    /** How amounts are written: a language tag such as de-DE. */
    locale: z.string(),
    /** When the account will be deleted; null if the owner did not request deletion. */
    deleteAfter: z.iso.datetime().nullable(),
  }),
  /** What the user may do in the business: see `permissions`. */
  memberRole: z.enum(roles),
  /** Whether the business has other members, or had some: who did what is then shown. */
  hasTeam: z.boolean(),
  /** Whether the owner offered this member the business. */
  isOffered: z.boolean(),
  /** All that the user belongs to, the one above included, by name. */
  businesses: z.array(z.strictObject({ id: z.uuid(), name: z.string(), role: z.enum(roles) })),
})
export type Session = z.infer<typeof sessionSchema>

/** Accepts any real password and rejects oversized input cheaply. */
const typedPassword = z.string().min(1, 'Please enter your password.').max(maximumPasswordLength)

export const getSession = endpoint({
  method: 'get',
  path: '/api/v1/session',
  access: 'public',
  beforePasswordChange: true,
  tag,
  summary: 'Who is signed in, if anyone, and the available ways to sign in',
  response: z.strictObject({ session: sessionSchema.nullable(), google: z.boolean() }),
})

export const signUp = endpoint({
  method: 'post',
  path: '/api/v1/auth/sign-up',
  access: 'public',
  tag,
  summary: 'Create an account, its business and its ownership in one step',
  body: z.strictObject({
    name: fullNameSchema,
    email: emailSchema,
    password: newPasswordSchema,
    businessName: businessNameSchema,
    timeZone: z.string().refine(isTimeZone, 'We don’t recognize this time zone.'),
  }),
  response: z.strictObject({ email: z.email() }),
  errors: ['EMAIL_TAKEN', 'WEAK_PASSWORD', 'TOO_MANY_REQUESTS'],
})

export const signIn = endpoint({
  method: 'post',
  path: '/api/v1/auth/sign-in',
  access: 'public',
  tag,
  summary: 'Sign in with an email address and a password; sets the session cookie',
  body: z.strictObject({ email: emailSchema, password: typedPassword }),
  response: sessionSchema,
  errors: ['INVALID_CREDENTIALS', 'SUSPENDED', 'TOO_MANY_REQUESTS'],
})

export const signInWithGoogle = endpoint({
  method: 'post',
  path: '/api/v1/auth/google',
  access: 'public',
  tag,
  summary: 'Where to send the browser to sign in with Google',
  body: z.strictObject({ returnTo: z.string().max(2000).optional() }),
  response: z.strictObject({ url: z.url() }),
  errors: ['NOT_CONFIGURED', 'TOO_MANY_REQUESTS'],
})

export const signOut = endpoint({
  method: 'post',
  path: '/api/v1/auth/sign-out',
  access: 'user',
  beforePasswordChange: true,
  tag,
  summary: 'End every session of this user on every device',
})

export const listSessions = endpoint({
  method: 'get',
  path: '/api/v1/auth/sessions',
  access: 'user',
  tag,
  summary: 'Where this user is signed in, the current session first, then the most recently used',
  response: z.strictObject({
    sessions: z.array(
      z.strictObject({
        id: z.uuid(),
        isCurrent: z.boolean(),
        /** The browser and system as text, as far as the user agent reports them: "Firefox on Windows". */
        device: z.string(),
        ipAddress: z.string().nullable(),
        signedInAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
      }),
    ),
  }),
})

export const endSession = endpoint({
  method: 'delete',
  path: '/api/v1/auth/sessions/{id}',
  access: 'user',
  confirm: true,
  tag,
  summary: 'End one session of this user; one that has already ended is not an error',
  params: z.strictObject({ id: z.uuid() }),
})

export const endOtherSessions = endpoint({
  method: 'post',
  path: '/api/v1/auth/sessions/end-others',
  access: 'user',
  confirm: true,
  tag,
  summary: 'End every session of this user except the current one',
})

export const forgotPassword = endpoint({
  method: 'post',
  path: '/api/v1/auth/forgot-password',
  access: 'public',
  tag,
  summary: 'Request a reset email; the answer is the same whether or not the address is known',
  body: z.strictObject({ email: emailSchema }),
  errors: ['TOO_MANY_REQUESTS'],
})

export const resetPassword = endpoint({
  method: 'post',
  path: '/api/v1/auth/reset-password',
  access: 'public',
  tag,
  summary: 'Set a new password with the token of a reset link; ends every session',
  body: z.strictObject({ token: z.string().min(1).max(200), password: newPasswordSchema }),
  errors: ['INVALID_RESET_LINK', 'WEAK_PASSWORD', 'TOO_MANY_REQUESTS'],
})

export const changePassword = endpoint({
  method: 'post',
  path: '/api/v1/auth/change-password',
  access: 'user',
  beforePasswordChange: true,
  tag,
  summary: 'Change the password; the current one is required except for the forced first change',
  body: z.strictObject({ currentPassword: typedPassword.optional(), newPassword: newPasswordSchema }),
  errors: ['WRONG_PASSWORD', 'WEAK_PASSWORD', 'CONFIRMATION_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const getConfirmation = endpoint({
  method: 'get',
  path: '/api/v1/auth/confirm',
  access: 'user',
  tag,
  summary: 'How this user can confirm who they are before a sensitive change',
  /** False for a user who signs in with Google and confirms by doing so again. */
  response: z.strictObject({ hasPassword: z.boolean() }),
})

export const confirmSession = endpoint({
  method: 'post',
  path: '/api/v1/auth/confirm',
  access: 'user',
  tag,
  summary: 'Confirm your identity with the password; for ten minutes this session may make sensitive changes',
  body: z.strictObject({ password: typedPassword }),
  errors: ['WRONG_PASSWORD', 'CONFIRMATION_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const verifyEmail = endpoint({
  method: 'post',
  path: '/api/v1/auth/verify-email',
  access: 'public',
  tag,
  summary: 'Confirm an email address with the token of a verification link',
  body: z.strictObject({ token: z.string().min(1).max(2000) }),
  response: z.strictObject({
    /** True if the address was already confirmed before. */
    wasConfirmed: z.boolean(),
  }),
  errors: ['INVALID_VERIFICATION_LINK'],
})

export const resendVerification = endpoint({
  method: 'post',
  path: '/api/v1/auth/resend-verification',
  access: 'user',
  tag,
  summary: 'Resend the verification email',
  errors: ['TOO_MANY_REQUESTS'],
})
