import type { MailAttachment } from '../db/tables/mail.ts'

export interface AttachedFile {
  filename: string
  contentType: string
  content: Buffer
  /** Shown inside the HTML as `cid:…` instead of beside the mail. */
  cid?: string
}

/** Draws what a mail carries, at the moment it is delivered. */
export type MakeAttachments = (mail: {
  businessId: string
  attachment: MailAttachment
}) => Promise<AttachedFile[]>
