export const minimumPasswordLength = 8
/** Longer passwords add nothing but hashing time. */
export const maximumPasswordLength = 128

export const passwordTooShort = 'Password must be at least 8 characters long'

/** Full names only: Postgres reads offsets with the other sign, and IST or AST as other zones. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * Returns the path to open after sign-in: the page that redirected to the login, but never another site.
 * Browsers read "//host" and "/\host" as addresses of other sites, and strip tabs and line breaks.
 */
export function safeReturnPath(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])\P{Cc}*$/u.test(path)) return '/dashboard'
  return path
}

/** The content of the fragment of /reset-password: a token, or why the link does not work. */
export type ResetLink = { ok: true; token: string } | { ok: false; title: string; message: string }

export function readResetFragment(fragment: string): ResetLink {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  if (values.has('error') || values.has('error_code')) {
    return {
      ok: false,
      title: 'Reset Link Error',
      message:
        values.get('error_code') === 'otp_expired'
          ? 'This password reset link has expired. Please request a new one.'
          : values.get('error_description')?.slice(0, 200) ||
            'This password reset link is invalid or has expired.',
    }
  }
  const token = values.get('token')
  if (values.get('type') !== 'recovery' || !token) {
    return {
      ok: false,
      title: 'Invalid Reset Link',
      message: 'This password reset link is invalid or has expired.',
    }
  }
  return { ok: true, token }
}

/** The error code with which the Better Auth hook refuses a suspended user. */
export const suspendedCode = 'suspended'

/** Explains on the login page why signing in with Google failed. */
export function googleRefusal(code: string): string {
  switch (code) {
    case suspendedCode:
      return 'This account is suspended. If you think that is a mistake, please contact us.'
    case 'account_not_linked':
      return 'This address already has an account. Please sign in with its password.'
    case 'access_denied':
      return 'Signing in with Google was canceled.'
    default:
      return 'Signing in with Google didn’t work. Please try again.'
  }
}

/** How long a member can accept the business that its owner offers. */
export const offerDays = 7

/** The kinds of entries in a business's activity list, with their labels. */
export const activityLabels = {
  'integration-saved': 'Account saved',
  'integration-changed': 'Account changed',
  'integration-removed': 'Account removed',
  'integrations-on': 'All integrations turned on',
  'integrations-off': 'All integrations turned off',
  'data-exported': 'Data exported',
  'data-restored': 'Data restored from an archive',
  'period-closed': 'Period closed',
  'period-reopened': 'Closed period reopened',
  'accountant-changed': 'Accountant’s email changed',
  'deletion-requested': 'Account deletion requested',
  'deletion-cancelled': 'Account deletion canceled',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset with a link from an email',
  'password-guesses': 'Too many wrong passwords',
  'member-invited': 'Member invited',
  'member-joined': 'Member joined',
  'member-removed': 'Member removed',
  'member-left': 'Member left',
  'role-changed': 'Role of a member changed',
  'business-offered': 'Business offered to a member',
  'business-handed-over': 'Business handed over',
} as const
export type ActivityKind = keyof typeof activityLabels
