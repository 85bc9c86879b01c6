import type { Transaction } from '../../platform/db/transaction.ts'
import { withDisplayName, toHeaderText } from '../../platform/mail/mail-address.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
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
  return queueMail(tx, deps.jobs, {
    kind: 'contact-message',
    from: deps.mailFrom,
    to: supportAddress(deps),
    replyTo: withDisplayName(name, email),
    subject: `Contact message: ${subject}`,
    ...renderMail({
      appUrl: deps.appUrl,
      preheader: 'Written through the contact form.',
      heading: 'New contact message',
      paragraphs: [
        `${bidiIsolate(name)} wrote to you through the contact form. An answer from the page below is kept there with the message.`,
      ],
      rows: [
        { label: 'Name', value: name },
        { label: 'Email', value: email },
        { label: 'Subject', value: subject },
      ],
      button: { label: 'Open contact messages', url: `${deps.appUrl}/admin/messages` },
      sections: [{ title: 'Message', text: message }],
    }),
  })
}

/** Repeats nothing of the message: anyone can type any address, and could send their text to it. */
export async function queueAcknowledgement(tx: Transaction, deps: ContactDeps, to: string): Promise<void> {
  const subject = 'Your message has arrived'
  await queueMail(tx, deps.jobs, {
    kind: 'contact-acknowledgement',
    from: deps.mailFrom,
    to,
    replyTo: supportAddress(deps),
    subject,
    ...renderMail({
      appUrl: deps.appUrl,
      preheader: 'Somebody will answer you by mail.',
      heading: subject,
      paragraphs: [`Thank you for writing to ${productName}. Somebody will read it and answer you by mail.`],
      footnote: 'If you did not write to us, somebody else typed your address, and you can ignore this mail.',
    }),
  })
}

/** Queues an answer. Returns the mail's id, to follow its delivery. */
export async function queueAnswerMail(
  tx: Transaction,
  deps: ContactDeps,
  { email, subject, message }: VisitorMessage,
  answer: string,
): Promise<string> {
  return queueMail(tx, deps.jobs, {
    kind: 'contact-answer',
    from: deps.mailFrom,
    to: email,
    replyTo: supportAddress(deps),
    subject: asReply(toHeaderText(subject)),
    ...renderMail({
      appUrl: deps.appUrl,
      preheader: `${productName} has answered what you wrote.`,
      heading: 'Answer to your message',
      paragraphs: paragraphsOf(answer),
      sections: [{ title: 'You wrote', text: message }],
      footnote: 'You can reply to this mail.',
    }),
  })
}

function asReply(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`
}

function paragraphsOf(text: string): string[] {
  return text.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/)
}
