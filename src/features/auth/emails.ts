import type { Transaction } from '../../platform/db/transaction.ts'
import { type Sender, queueRenderedMail } from '../../platform/mail/queue-rendered-mail.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { productName } from '../../shared/product.ts'

export async function queueVerificationMail(tx: Transaction, sender: Sender, to: string, token: string) {
  const subject = 'Confirm your email address'
  const envelope = { kind: 'verify-email', to, subject, hasSecret: true }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'Please confirm that this email address is yours.',
    paragraphs: [
      `Please confirm that ${to} is your email address. You can use ${productName} in the meantime.`,
    ],
    button: { label: 'Confirm email address', url: `${sender.appUrl}/verify-email#token=${token}` },
    footnote: 'The link works for three days. If you didn’t sign up, you can ignore this email.',
  })
}

export async function queueResetMail(tx: Transaction, sender: Sender, to: string, token: string) {
  const url = `${sender.appUrl}/api/v1/auth/recovery-link?token=${encodeURIComponent(token)}`
  const envelope = { kind: 'reset-password', to, subject: 'Set a new password', hasSecret: true }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'The link works once, within one hour.',
    paragraphs: [
      `Someone, hopefully you, asked to reset the ${productName} password for ${to}. Use the button below to set a new one.`,
    ],
    button: { label: 'Set new password', url },
    footnote:
      'The link works once, within one hour. If this wasn’t you, nothing has changed and you can ignore this email.',
  })
}

interface PasswordChange {
  to: string
  at: Date
  timeZone: string
  signedOut: 'All devices' | 'All other devices'
}

export async function queuePasswordChangedMail(tx: Transaction, sender: Sender, change: PasswordChange) {
  const { to, at, timeZone, signedOut } = change
  const envelope = { kind: 'password-changed', to, subject: 'Your password was changed' }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: `${signedOut} were signed out.`,
    paragraphs: [
      `The ${productName} password for ${to} was changed on ${momentIn(timeZone, at)}. ${signedOut} were signed out.`,
      'If this was you, there’s nothing you need to do.',
      'If this wasn’t you, someone else got into your account. Set a new password right away, which signs them out, and make sure no one else can read your email.',
    ],
    button: { label: 'Set a new password', url: `${sender.appUrl}/forgot-password` },
  })
}

/** Such as "Nov 5, 2026 at 9:03 PM GMT+1". The reader may be in another zone. */
export function momentIn(timeZone: string, at: Date): string {
  const options = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const time = new Intl.DateTimeFormat('en-US', options).format(at).replaceAll('\u{202f}', ' ')
  return `${formatDate(dateIn(timeZone, at))} at ${time}`
}
