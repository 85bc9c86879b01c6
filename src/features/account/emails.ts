import type { Transaction } from '../../platform/db/transaction.ts'
import { type Sender, queueRenderedMail } from '../../platform/mail/queue-rendered-mail.ts'
import { productName } from '../../shared/product.ts'

export const goodbye = 'account-deleted'

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
  const envelope = { kind: 'account-deletion', to, subject, businessId }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'Until then everything works as before, and you can still keep it.',
    paragraphs: [
      `You asked us to delete your ${productName} account, and with it ${businessName} and everything in it. Until ${date} everything works as before.`,
      'If you change your mind, sign in before then and choose Keep my account.',
    ],
    button: { label: 'Keep my account', url: `${sender.appUrl}/settings` },
    footnote:
      'If it was not you, sign in, choose Keep my account and update your password: somebody else knows it.',
  })
}

export async function queueKeptMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName }: MailDetails,
): Promise<void> {
  const envelope = { kind: 'account-kept', to, subject: 'Your account stays', businessId }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'It will not be deleted.',
    paragraphs: [
      `Your ${productName} account and ${businessName} will not be deleted. Nothing has been changed or lost.`,
    ],
    footnote: 'If it was not you who decided that, update your password: somebody else knows it.',
  })
}

/** The business no longer exists. The mail names no deleted data and is itself deleted later. */
export async function queueGoodbyeMail(tx: Transaction, sender: Sender, to: string): Promise<void> {
  const envelope = { kind: goodbye, to, subject: 'Your account has been deleted' }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'This is the last mail you get from us.',
    paragraphs: [
      `Your ${productName} account and everything in it is gone, as you asked. A plan that you paid for has ended with it.`,
      'What your clients received by mail, and what payment providers keep about payments, is not ours to delete.',
    ],
    footnote: 'This is the last mail you get from us. You are welcome to sign up again at any time.',
  })
}
