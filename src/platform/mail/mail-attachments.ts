import type { MailAttachment } from '../db/tables/mail.ts'

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
