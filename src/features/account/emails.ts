import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { productName } from '../../shared/product.ts'

export const goodbye = 'account-deleted'

interface Sender {
  jobs: JobQueue
  appUrl: string
  mailFrom: string
}

interface MailDetails {
  to: string
  businessId: string
  businessName: string
}

export async function queueDeletionMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, date }: MailDetails & { date: string },
): Promise<void> {
  const subject = `Your account will be deleted on ${date}`
  await queueMail(tx, sender.jobs, {
    kind: 'account-deletion',
    from: sender.mailFrom,
    to,
    subject,
    businessId,
    ...renderMail({
      appUrl: sender.appUrl,
      preheader: 'Until then everything works as before, and you can still keep it.',
      heading: subject,
      paragraphs: [
        `You asked us to delete your ${productName} account, and with it ${businessName} and everything in it. Until ${date} everything works as before.`,
        'If you change your mind, sign in before then and choose Keep my account.',
      ],
      button: { label: 'Keep my account', url: `${sender.appUrl}/settings` },
      footnote:
        'If it was not you, sign in, choose Keep my account and update your password: somebody else knows it.',
    }),
  })
}

export async function queueKeptMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName }: MailDetails,
): Promise<void> {
  await queueMail(tx, sender.jobs, {
    kind: 'account-kept',
    from: sender.mailFrom,
    to,
    subject: 'Your account stays',
    businessId,
    ...renderMail({
      appUrl: sender.appUrl,
      preheader: 'It will not be deleted.',
      heading: 'Your account stays',
      paragraphs: [
        `Your ${productName} account and ${businessName} will not be deleted. Nothing has been changed or lost.`,
      ],
      footnote: 'If it was not you who decided that, update your password: somebody else knows it.',
    }),
  })
}

/**
 * Queues the confirmation of a deletion. The mail has no business, because the business no longer exists. It
 * mentions none of the deleted data and is itself deleted later.
 */
export async function queueGoodbyeMail(tx: Transaction, sender: Sender, to: string): Promise<void> {
  await queueMail(tx, sender.jobs, {
    kind: goodbye,
    from: sender.mailFrom,
    to,
    subject: 'Your account has been deleted',
    ...renderMail({
      appUrl: sender.appUrl,
      preheader: 'This is the last mail you get from us.',
      heading: 'Your account has been deleted',
      paragraphs: [
        `Your ${productName} account and everything in it is gone, as you asked. A plan that you paid for has ended with it.`,
        'What your clients received by mail, and what payment providers keep about payments, is not ours to delete.',
      ],
      footnote: 'This is the last mail you get from us. You are welcome to sign up again at any time.',
    }),
  })
}
