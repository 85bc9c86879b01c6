import PostalMime from 'postal-mime'

export interface MessagePart {
  name: string | null
  /** The type that the part declares. */
  type: string
  contentId: string | null
  bytes: Uint8Array<ArrayBuffer>
}

export interface MessageBody {
  html: string | null
  text: string | null
  attachments: MessagePart[]
}

/** Far more than our own mails need. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

/** Parses a message. Throws if the bytes are not a message. */
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
