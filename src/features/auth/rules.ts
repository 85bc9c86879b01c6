export const minimumPasswordLength = 8
/** Longer ones only cost time to hash. */
export const maximumPasswordLength = 128

export const passwordTooShort = 'Password must be at least 8 characters long'

/**
 * By its full name only, such as Europe/Zurich. Postgres takes the sign of an offset the other way round, and some
 * abbreviations (IST, AST) for another zone.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * Where a person goes after signing in: the page they were sent away from, and never another site.
 * "//host" and "/\host" are addresses of other sites to a browser, which also leaves out tabs and line breaks.
 */
export function safeReturnPath(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])\P{Cc}*$/u.test(path)) return '/dashboard'
  return path
}

/** What the fragment of /reset-password says: a good link, or why it is not. */
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
