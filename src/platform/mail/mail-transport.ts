import type { MailAttachment } from '../db/tables/mail.ts'

export interface OutgoingMail {
  id: string
  from: string
  to: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  attachments: readonly AttachedFile[]
}

export interface AttachedFile {
  filename: string
  contentType: string
  content: Buffer
  /** Shown in the HTML as `cid:…` instead of listed as an attachment. */
  cid?: string
}

/** Renders the attachments of a mail when it is delivered. */
export type MakeAttachments = (mail: {
  businessId: string
  attachment: MailAttachment
}) => Promise<AttachedFile[]>

export interface MailTransport {
  readonly name: string
  /** Resolves when the mail is handed over; otherwise throws a MailTransportError. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** A business's own transport, and the address that its mails come from. */
export interface OwnSender {
  transport: MailTransport
  fromAddress: string
}

/** Returns null if mail in the name of the business uses the platform's transport. */
export type FindOwnSender = (mail: { businessId: string; kind: string }) => Promise<OwnSender | null>

/** Why a mail was not sent, in one sentence without credentials or links: it is stored, logged and shown. */
export class MailTransportError extends Error {
  override readonly name = 'MailTransportError'
  /** Whether the same mail would be refused again. */
  readonly permanent: boolean
  /** Whether every mail would fail like this until the account or its server is fixed. */
  readonly isAccountFault: boolean

  constructor(message: string, options: { permanent: boolean; isAccountFault?: boolean }) {
    super(message)
    this.permanent = options.permanent
    this.isAccountFault = options.isAccountFault ?? false
  }
}
