import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { productName } from '../../shared/product.ts'

interface Sender {
  jobs: JobQueue
  appUrl: string
  mailFrom: string
}

export async function queueVerificationMail(tx: Transaction, sender: Sender, to: string, token: string) {
  const content = renderMail({
    appUrl: sender.appUrl,
    preheader: `One click and ${productName} knows that this address is yours.`,
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
