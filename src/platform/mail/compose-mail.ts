import type { MailComposerOptions } from 'nodemailer'
import { parseMailAddress } from './mail-address.ts'
import type { OutgoingMail } from './mail-transport.ts'

/** The message as nodemailer builds it, the same for every transport. */
export function composeMail(mail: OutgoingMail): MailComposerOptions {
  return {
    from: mail.from,
    to: mail.to,
    replyTo: mail.replyTo ?? undefined,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // The same at every try, so that servers and readers recognise a mail that arrives twice.
    messageId: `<${mail.id}@${parseMailAddress('sender', mail.from).domain}>`,
    // Asks other machines (RFC 3834) not to answer with an absence notice.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
