import PostalMime from 'postal-mime'

export interface MessagePart {
  name: string | null
  /** What it says it is. */
  type: string
  contentId: string | null
  bytes: Uint8Array<ArrayBuffer>
}

export interface MessageBody {
  html: string | null
  text: string | null
  attachments: MessagePart[]
}

/** Far more than our own mails have. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

/** Throws when the bytes are no message. */
export async function parseMessage(bytes: Uint8Array): Promise<MessageBody> {
  const { html, text, attachments } = await PostalMime.parse(bytes, limits)
  return {
    html: html ?? null,
    text: text ?? null,
    attachments: attachments.map(({ filename, mimeType, contentId, content }) => ({
      name: filename,
      type: mimeType,
      contentId: contentId ?? null,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  }
}
