import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { toHeaderText, withDisplayName } from '../../platform/mail/mail-address.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { type MailContent, renderMail } from '../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { type MailState, queueOrHoldMail, queueOwnerMail } from '../invoices/mail/emails.ts'
import type { PortalDetails } from './contract.ts'
import { changedDetails } from './details/detail-rules.ts'
import { type PortalBusiness, type PortalPerson, findOwnerAddress } from './queries.ts'
import { codeMinutes } from './rules.ts'

export type PortalMailDeps = Deps<'jobs' | 'now' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'>

/** Who an email is from and to. */
interface Envelope {
  business: PortalBusiness
  person: PortalPerson
}

interface ClientMail extends Omit<MailContent, 'brand' | 'footnote' | 'appUrl'> {
  kind: string
  subject: string
  hasSecret?: boolean
}

/** Queues an email to the client in the name of the business, always to the address that the business knows. */
function queueToClient(
  tx: Transaction,
  deps: PortalMailDeps,
  { business, person }: Envelope,
  { kind, subject, hasSecret, ...content }: ClientMail,
): Promise<MailState> {
  const name = toHeaderText(business.name)
  const question = business.email ? ` Questions? Reply to this email or write to ${business.email}.` : ''
  return queueOrHoldMail(tx, deps, business.ownerVerified, {
    kind,
    businessId: business.id,
    onBehalf: true,
    from: withDisplayName(name, deps.mailFrom),
    to: person.email,
    replyTo: business.email || undefined,
    subject,
    hasSecret,
    ...renderMail({
      ...content,
      brand: { name },
      footnote: `You get this email because you are a client of ${bidiIsolate(name)}.${question}`,
      appUrl: deps.appUrl,
    }),
  })
}

const greeting = ({ contactName, companyName }: PortalPerson) =>
  `Hello ${bidiIsolate(toHeaderText(contactName || companyName))},`

export function queueCodeMail(
  tx: Transaction,
  deps: PortalMailDeps,
  { code, ...envelope }: Envelope & { code: string },
): Promise<MailState> {
  const company = toHeaderText(envelope.business.name)
  return queueToClient(tx, deps, envelope, {
    kind: 'portal-code',
    // The code and the link together let a person in, so the text is forgotten once it is delivered.
    hasSecret: true,
    subject: `Your code for ${company}`,
    preheader: `It’s valid for ${codeMinutes} minutes.`,
    heading: 'Your code',
    paragraphs: [
      greeting(envelope.person),
      `Enter this code to see your invoices and payments at ${bidiIsolate(company)}. It’s valid for ${codeMinutes} minutes.`,
      'If you didn’t ask for a code, you can ignore this email. Don’t pass the code on to anyone.',
    ],
    rows: [{ label: 'Code', value: code }],
  })
}

export function queueLinkMail(
  tx: Transaction,
  deps: PortalMailDeps,
  { url, ...envelope }: Envelope & { url: string },
): Promise<MailState> {
  const company = toHeaderText(envelope.business.name)
  return queueToClient(tx, deps, envelope, {
    kind: 'portal-link',
    subject: `Your link to your invoices from ${company}`,
    preheader: 'Links in earlier emails may no longer work.',
    heading: 'Your new link',
    paragraphs: [
      greeting(envelope.person),
      `With this link you see all your invoices and payments at ${bidiIsolate(company)}. Links in earlier emails may no longer work.`,
    ],
    button: { label: 'See your invoices and payments', url },
  })
}

export function queueAnswerMail(
  tx: Transaction,
  deps: PortalMailDeps,
  { url, body, ...envelope }: Envelope & { url: string | null; body: string },
): Promise<MailState> {
  const company = toHeaderText(envelope.business.name)
  return queueToClient(tx, deps, envelope, {
    kind: 'client-answer',
    subject: `Message from ${company}`,
    preheader: body.slice(0, 120),
    heading: `Message from ${company}`,
    paragraphs: [greeting(envelope.person), `${bidiIsolate(company)} has written to you.`],
    sections: [{ title: 'Message', text: body }],
    ...(url && { button: { label: 'Read and answer', url } }),
  })
}

/** Emails the owner about their client. A business without any address finds it in the app alone. */
async function queueToOwner(
  tx: Transaction,
  deps: PortalMailDeps,
  { business, person }: Envelope,
  { kind, subject, ...content }: Omit<ClientMail, 'hasSecret' | 'button'>,
): Promise<void> {
  const key = { businessId: business.id, clientId: person.id }
  const to = await findOwnerAddress(tx, key)
  if (to === null) return
  const { ownerVerified } = business
  const replyTo = withDisplayName(toHeaderText(person.contactName || person.companyName), person.email)
  const mail = { kind, businessId: business.id, ownerVerified, to, subject, replyTo }
  const button = { label: 'View client', url: pageAddress(deps, business.id, `/clients/${person.id}`) }
  await queueOwnerMail(tx, deps, mail, { ...content, button })
}

export async function queueMessageMail(
  tx: Transaction,
  deps: PortalMailDeps,
  { body, ...envelope }: Envelope & { body: string },
): Promise<void> {
  const client = toHeaderText(envelope.person.companyName)
  await queueToOwner(tx, deps, envelope, {
    kind: 'client-message',
    subject: `Message from ${client}`,
    preheader: body.slice(0, 120),
    heading: `Message from ${client}`,
    paragraphs: [
      `${bidiIsolate(client)} has written to you. If you answer on the client’s page, your answer is saved with the message.`,
    ],
    sections: [{ title: 'Message', text: body }],
  })
}

export async function queueProposalMail(
  tx: Transaction,
  deps: PortalMailDeps,
  { before, after, ...envelope }: Envelope & { before: PortalDetails; after: PortalDetails },
): Promise<void> {
  const client = toHeaderText(envelope.person.companyName)
  await queueToOwner(tx, deps, envelope, {
    kind: 'client-proposal',
    subject: `${client} asks you to change their details`,
    preheader: 'Nothing has changed yet.',
    heading: `${client} asks you to change their details`,
    paragraphs: ['Nothing has changed yet. You can accept or decline the change on the client’s page.'],
    rows: changedDetails(before, after).map(({ label, to }) => ({
      label,
      value: to === '' ? '(empty)' : to,
    })),
  })
}
