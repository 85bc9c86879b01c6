import type { Transaction } from '../../platform/db/transaction.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { type Sender, queueRenderedMail } from '../../platform/mail/queue-rendered-mail.ts'
import { productName } from '../../shared/product.ts'
import { type Role, roleLabels, roleNames } from '../../shared/roles.ts'
import { offerDays } from '../auth/rules.ts'

interface TeamMail {
  to: string
  businessId: string
  businessName: string
}

interface InvitationMail {
  email: string
  businessId: string
  businessName: string
  invitedBy: string
  role: Role
  token: string
  /** The last day on which the link works. */
  until: string
  held: boolean
}

const teamPage = (sender: Sender, businessId: string) => pageAddress(sender, businessId, '/settings?tab=team')

export async function queueInvitation(tx: Transaction, sender: Sender, mail: InvitationMail): Promise<void> {
  const { email: to, businessId, businessName, invitedBy, role, token, until, held } = mail
  const subject = `${invitedBy} invites you to ${businessName}`
  const envelope = { kind: 'invitation', to, subject, businessId, hasSecret: true, held }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: `Accept the invitation until ${until}.`,
    paragraphs: [
      `${invitedBy} invites you to work in ${businessName} on ${productName}.`,
      `Your role: ${roleLabels[role]}. The invitation is for ${to}.`,
    ],
    // In the fragment, which no server sees or logs.
    button: { label: 'Open the invitation', url: `${sender.appUrl}/join#token=${token}` },
    footnote: `The link works once, until ${until}. If you don’t know ${invitedBy}, you can ignore this email.`,
  })
}

export async function queueRoleMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, by, role }: TeamMail & { by: string; role: Role },
): Promise<void> {
  const subject = `Your role in ${businessName} has changed`
  await queueRenderedMail(
    tx,
    sender,
    { kind: 'role-changed', to, subject, businessId },
    {
      preheader: `You are now ${roleNames[role]}.`,
      paragraphs: [
        `${by} has changed your role in ${businessName}. You are now ${roleNames[role]}. What you did before stays as it is.`,
      ],
      button: { label: 'See what you may do', url: teamPage(sender, businessId) },
    },
  )
}

export async function queueRemovedMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, by }: TeamMail & { by: string },
): Promise<void> {
  const subject = `You’re no longer a member of ${businessName}`
  await queueRenderedMail(
    tx,
    sender,
    { kind: 'member-removed', to, subject, businessId },
    {
      preheader: 'Your account and your other businesses stay as they are.',
      paragraphs: [
        `${by} has removed you from ${businessName}, so you can no longer open it. What you did there stays with the business.`,
        `Your ${productName} account and your other businesses stay as they are.`,
      ],
    },
  )
}

export async function queueOfferMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, by }: TeamMail & { by: string },
): Promise<void> {
  const subject = `${by} offers you ${businessName}`
  await queueRenderedMail(
    tx,
    sender,
    { kind: 'business-offered', to, subject, businessId },
    {
      preheader: 'If you accept, you become the owner.',
      paragraphs: [
        `${by} would like to hand ${businessName} over to you. If you accept, you become its owner: you decide about its plan, its members and its deletion.`,
        'Nothing changes until you accept.',
      ],
      button: { label: 'Answer the offer', url: teamPage(sender, businessId) },
      footnote: `The offer lasts ${offerDays} days.`,
    },
  )
}

export async function queueNewOwnerMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, formerOwner }: TeamMail & { formerOwner: string },
): Promise<void> {
  const subject = `You’re now the owner of ${businessName}`
  await queueRenderedMail(
    tx,
    sender,
    { kind: 'business-handed-over', to, subject, businessId },
    {
      preheader: `${formerOwner} has handed it over to you.`,
      paragraphs: [
        `${formerOwner} has handed ${businessName} over to you. You now decide about its plan, its members and its deletion.`,
        'A paid plan is still charged to the same card. Replace the card if it isn’t yours.',
      ],
      button: { label: 'Open the team', url: teamPage(sender, businessId) },
    },
  )
}

export async function queueFormerOwnerMail(
  tx: Transaction,
  sender: Sender,
  { to, businessId, businessName, newOwner, role }: TeamMail & { newOwner: string; role: Role },
): Promise<void> {
  const subject = `${newOwner} is now the owner of ${businessName}`
  await queueRenderedMail(
    tx,
    sender,
    { kind: 'business-handed-over', to, subject, businessId },
    {
      preheader: `You are now ${roleNames[role]}.`,
      paragraphs: [
        `${newOwner} has accepted your offer and is now the owner of ${businessName}. You are now ${roleNames[role]}.`,
        'A paid plan is still charged to the same card, until the new owner replaces it.',
      ],
      button: { label: 'Open the team', url: teamPage(sender, businessId) },
      footnote: 'If you didn’t offer the business, set a new password right away and contact us.',
    },
  )
}
