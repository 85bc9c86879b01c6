import type { Transaction } from '../../platform/db/transaction.ts'
import { withDisplayName, toHeaderText } from '../../platform/mail/mail-address.ts'
import { queueRenderedMail } from '../../platform/mail/queue-rendered-mail.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { productName } from '../../shared/product.ts'
import type { ContactDeps } from './contact-deps.ts'

/** The message of a visitor. */
export interface VisitorMessage {
  name: string
  email: string
  subject: string
  message: string
}

const supportAddress = ({ platformMail }: ContactDeps) => `support@${platformMail.domain}`

/** Queues the notification for the operator; a reply to it goes to the visitor. Returns the mail's id. */
export async function queueContactMail(
  tx: Transaction,
  deps: ContactDeps,
  visitorMessage: VisitorMessage,
): Promise<string> {
  const { email, message } = visitorMessage
  const name = toHeaderText(visitorMessage.name)
  const subject = toHeaderText(visitorMessage.subject)
  const envelope = {
    kind: 'contact-message',
    to: supportAddress(deps),
    replyTo: withDisplayName(name, email),
    subject: `Contact message: ${subject}`,
  }
  return queueRenderedMail(tx, deps, envelope, {
    preheader: 'Sent through the contact form.',
    heading: 'New contact message',
    paragraphs: [
      `${bidiIsolate(name)} wrote to you through the contact form. If you answer from the page below, your answer is saved with the message.`,
    ],
    rows: [
      { label: 'Name', value: name },
      { label: 'Email', value: email },
      { label: 'Subject', value: subject },
    ],
    button: { label: 'Open contact messages', url: `${deps.appUrl}/admin/messages` },
    sections: [{ title: 'Message', text: message }],
  })
}

/** Repeats nothing of the message: anyone can type any address, and could send their text to it. */
export async function queueAcknowledgement(tx: Transaction, deps: ContactDeps, to: string): Promise<void> {
  const subject = 'We received your message'
  const envelope = { kind: 'contact-acknowledgement', to, replyTo: supportAddress(deps), subject }
  await queueRenderedMail(tx, deps, envelope, {
    preheader: 'Someone will reply by email.',
    paragraphs: [
      `Thank you for writing to ${productName}. Someone will read your message and reply by email.`,
    ],
    footnote: 'If you didn’t write to us, someone else entered your address, and you can ignore this email.',
  })
}

/** Queues an answer. Returns the mail's id, to follow its delivery. */
export async function queueAnswerMail(
  tx: Transaction,
  deps: ContactDeps,
  { email, subject, message }: VisitorMessage,
  answer: string,
): Promise<string> {
  const envelope = {
    kind: 'contact-answer',
    to: email,
    replyTo: supportAddress(deps),
    subject: asReply(toHeaderText(subject)),
  }
  return queueRenderedMail(tx, deps, envelope, {
    preheader: `${productName} has replied to your message.`,
    heading: 'Our reply to your message',
    paragraphs: paragraphsOf(answer),
    sections: [{ title: 'You wrote', text: message }],
    footnote: 'You can reply to this email.',
  })
}

function asReply(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`
}

function paragraphsOf(text: string): string[] {
  return text.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/)
}
