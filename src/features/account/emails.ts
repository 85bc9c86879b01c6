import type { Transaction } from '../../platform/db/transaction.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { type Sender, queueRenderedMail } from '../../platform/mail/queue-rendered-mail.ts'
import { productName } from '../../shared/product.ts'

export const goodbye = 'account-deleted'

interface MailDetails {
  to: string
  businessId: string
  businessName: string
}

interface OwnerMailDetails extends MailDetails {
  /** Whether the owner belongs to other businesses, so that the account stays. */
  keepsAccount: boolean
}

export async function queueDeletionMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, keepsAccount, date }: OwnerMailDetails & { date: string },
): Promise<void> {
  const subject = `${keepsAccount ? businessName : 'Your account'} will be deleted on ${date}`
  const keep = keepsAccount ? 'Keep the business' : 'Keep my account'
  const asked = keepsAccount
    ? `You asked us to delete ${businessName} and everything in it. Your ${productName} account and your other businesses stay.`
    : `You asked us to delete your ${productName} account, along with ${businessName} and everything in it.`
  const envelope = { kind: 'account-deletion', to, subject, businessId }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'Until then, everything works as usual and you can change your mind.',
    paragraphs: [
      `${asked} Until ${date}, everything works as usual.`,
      `If you change your mind, sign in before then and choose ${keep}.`,
    ],
    button: { label: keep, url: pageAddress(sender, businessId, '/settings') },
    footnote: `If this wasn’t you, sign in, choose ${keep} and update your password, because someone else knows it.`,
  })
}

export async function queueKeptMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, keepsAccount }: OwnerMailDetails,
): Promise<void> {
  const subject = `${keepsAccount ? businessName : 'Your account'} won’t be deleted`
  const envelope = { kind: 'account-kept', to, subject, businessId }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'The deletion has been canceled.',
    paragraphs: [
      `${keepsAccount ? '' : `Your ${productName} account and `}${businessName} won’t be deleted. Nothing was changed or lost.`,
    ],
    footnote: 'If you didn’t do this, update your password, because someone else knows it.',
  })
}

/** To the other members, who lose access with the deletion. */
export async function queueMemberDeletionMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, by, date }: MailDetails & { by: string; date: string },
): Promise<void> {
  const subject = `${businessName} will be deleted on ${date}`
  await queueRenderedMail(
    tx,
    sender,
    { kind: 'account-deletion', to, subject, businessId },
    {
      preheader: 'Until then, everything works as usual.',
      paragraphs: [
        `${by} asked us to delete ${businessName} and everything in it. Until ${date}, everything works as usual.`,
        `After that you can no longer open ${businessName}. Your ${productName} account and your other businesses stay.`,
      ],
      footnote: `If you think this is a mistake, talk to ${by}, who can keep it until then.`,
    },
  )
}

export async function queueMemberKeptMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName }: MailDetails,
): Promise<void> {
  const subject = `${businessName} won’t be deleted`
  await queueRenderedMail(
    tx,
    sender,
    { kind: 'account-kept', to, subject, businessId },
    {
      preheader: 'The deletion has been canceled.',
      paragraphs: [`${businessName} won’t be deleted. Nothing was changed or lost.`],
    },
  )
}

/** The business no longer exists, and its owner keeps the account for the others. */
export async function queueBusinessGoneMail(
  tx: Transaction,
  sender: Sender,
  { to, businessName }: { to: string; businessName: string },
): Promise<void> {
  const envelope = { kind: goodbye, to, subject: `${businessName} has been deleted` }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: `Your ${productName} account and your other businesses stay.`,
    paragraphs: [
      `${businessName} and everything in it have been deleted, as you asked. Any paid plan it had has ended with it. Your ${productName} account and your other businesses stay as they are.`,
      'We can’t delete emails your clients have received, or records that payment providers keep.',
    ],
  })
}

/** The business no longer exists. The mail names no deleted data and is itself deleted later. */
export async function queueGoodbyeMail(tx: Transaction, sender: Sender, to: string): Promise<void> {
  const envelope = { kind: goodbye, to, subject: 'Your account has been deleted' }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'This is the last email you’ll get from us.',
    paragraphs: [
      `Your ${productName} account and everything in it have been deleted, as you asked. Any paid plan has ended with it.`,
      'We can’t delete emails your clients have received, or records that payment providers keep.',
    ],
    footnote: 'This is the last email you’ll get from us. You’re welcome to sign up again at any time.',
  })
}
