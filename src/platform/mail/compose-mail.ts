import type { MailComposerOptions } from 'nodemailer'
import { parseMailAddress } from './mail-address.ts'
import type { AttachedFile, OutgoingMail } from './mail-transport.ts'

export function composeMail(mail: OutgoingMail): MailComposerOptions {
  const from = parseMailAddress('sender', mail.from)
  return {
    from: { name: from.name, address: from.address },
    to: mail.to,
    replyTo: mail.replyTo ?? undefined,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments.map(composeAttachment),
    // The same for every try, so that servers and mail clients recognize a mail that arrives twice.
    messageId: `<${mail.id}@${from.domain}>`,
    // Asks other systems (RFC 3834) not to send an out-of-office reply.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function composeAttachment({ filename, contentType, content, cid }: AttachedFile) {
  return {
    filename,
    contentType,
    content,
    contentDisposition: cid ? ('inline' as const) : ('attachment' as const),
    ...(cid && { cid }),
  }
}
