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

/** A business's own way out, and the address from which its mail then comes. */
export interface OwnSender {
  transport: MailTransport
  fromAddress: string
}

/** Null where mail in the name of the business leaves through the platform's transport. */
export type FindOwnSender = (mail: { businessId: string; kind: string }) => Promise<OwnSender | null>

interface Failure {
  permanent: boolean
  isAccountFault?: boolean
}

/** Why a mail did not leave, in one sentence without credentials or links: it is stored, logged and shown. */
export class MailTransportError extends Error {
  override readonly name = 'MailTransportError'
  /** True when the same mail would be refused again. */
  readonly permanent: boolean
  /** True when every mail would fare like this one until the account or its server is mended. */
  readonly isAccountFault: boolean

  constructor(message: string, { permanent, isAccountFault = false }: Failure) {
    super(message)
    this.permanent = permanent
    this.isAccountFault = isAccountFault
  }
}
