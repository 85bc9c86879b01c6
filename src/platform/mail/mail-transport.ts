import type { AttachedFile } from './mail-attachments.ts'

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

/** The way mail leaves the product. */
export interface MailTransport {
  readonly name: string
  /** Resolves once the mail is handed over; throws a MailTransportError when it is not. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Why a mail did not leave, in one sentence without credentials or links: it is stored, logged and shown. */
export class MailTransportError extends Error {
  override readonly name = 'MailTransportError'
  /** True when the same mail would be refused again. */
  readonly permanent: boolean

  constructor(message: string, { permanent }: { permanent: boolean }) {
    super(message)
    this.permanent = permanent
  }
}
