import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import { productName } from '../../shared/product.ts'

interface Sender {
  jobs: JobQueue
  appUrl: string
  mailFrom: string
}

export async function queueVerificationMail(tx: Transaction, sender: Sender, to: string, token: string) {
  const content = renderMail({
    appUrl: sender.appUrl,
    preheader: 'Please confirm that this address is yours.',
    heading: 'Confirm your email address',
    paragraphs: [`Please confirm that ${to} is your address. You can use ${productName} right away.`],
    button: { label: 'Confirm email address', url: `${sender.appUrl}/verify-email#token=${token}` },
    footnote: 'The link works for three days. If you did not sign up, you can ignore this mail.',
  })
  await queueMail(tx, sender.jobs, {
    kind: 'verify-email',
    from: sender.mailFrom,
    to,
    subject: 'Confirm your email address',
    hasSecret: true,
    ...content,
  })
}

export async function queueResetMail(tx: Transaction, sender: Sender, to: string, token: string) {
  const content = renderMail({
    appUrl: sender.appUrl,
    preheader: 'The link works once, within one hour.',
    heading: 'Set a new password',
    paragraphs: [`Someone, hopefully you, asked for a new password for ${to}.`],
    button: {
      label: 'Set new password',
      url: `${sender.appUrl}/api/v1/auth/recovery-link?token=${encodeURIComponent(token)}`,
    },
    footnote:
      'The link works once, within one hour. If it was not you, nothing has changed and you can ignore this mail.',
  })
  await queueMail(tx, sender.jobs, {
    kind: 'reset-password',
    from: sender.mailFrom,
    to,
    subject: 'Set a new password',
    hasSecret: true,
    ...content,
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
  const subject = 'Your password was changed'
  const content = renderMail({
    appUrl: sender.appUrl,
    preheader: `${signedOut} were signed out.`,
    heading: subject,
    paragraphs: [
      `The ${productName} password of ${to} was changed on ${momentIn(timeZone, at)}. ${signedOut} were signed out.`,
      'If it was you, there is nothing to do.',
      'If it was not you, somebody else has got in. Set a new password right away, which signs them out, and see that nobody else can read your mail.',
    ],
    button: { label: 'Set a new password', url: `${sender.appUrl}/forgot-password` },
  })
  await queueMail(tx, sender.jobs, {
    kind: 'password-changed',
    from: sender.mailFrom,
    to,
    subject,
    ...content,
  })
}

/** Such as "Nov 5, 2026 at 9:03 PM GMT+1". The reader may be in another zone. */
export function momentIn(timeZone: string, at: Date): string {
  const options = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const time = new Intl.DateTimeFormat('en-US', options).format(at).replaceAll('\u{202f}', ' ')
  return `${formatDate(dateIn(timeZone, at))} at ${time}`
}
