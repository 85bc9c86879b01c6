import PostalMime, { addressParser } from 'postal-mime'

export interface MessagePart {
  name: string | null
  /** The type that the part declares. */
  type: string
  contentId: string | null
  /** Shown inside the text, as logos and signatures are. */
  isInline: boolean
  bytes: Uint8Array<ArrayBuffer>
}

export interface Message {
  /** Every address in every From header. */
  from: string[]
  messageId: string | null
  date: string | null
  html: string | null
  text: string | null
  attachments: MessagePart[]
}

/** Far more than any mail needs. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

/** Parses a message. Throws if the bytes are not a message. */
export async function parseMessage(bytes: Uint8Array): Promise<Message> {
  const { headers, messageId, date, html, text, attachments } = await PostalMime.parse(bytes, limits)
  return {
    from: headers
      .filter(({ key }) => key === 'from')
      .flatMap(({ value }) => addressParser(value, { flatten: true }))
      .flatMap(({ address }) => address ?? []),
    messageId: messageId ?? null,
    date: date ?? null,
    html: html ?? null,
    text: text ?? null,
    attachments: attachments.map(({ filename, mimeType, contentId, disposition, related, content }) => ({
      name: filename,
      type: mimeType,
      contentId: contentId ?? null,
      isInline: related === true || disposition === 'inline',
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  }
}
