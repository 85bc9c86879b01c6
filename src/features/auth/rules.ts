export const minimumPasswordLength = 8
/** Longer passwords add nothing but hashing time. */
export const maximumPasswordLength = 128

export const passwordTooShort = 'Password must be at least 8 characters long'

/**
 * Accepts full names only, such as Europe/Zurich. Postgres reads the sign of an offset the other way round,
 * and some abbreviations (IST, AST) as another zone.
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
