import type { MessagePart } from '../../platform/mail/parse-message.ts'

/** Formats that a browser only displays; an SVG can contain scripts. */
const embeddableTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** The limit for all data: URLs together, because one picture can be referenced a thousand times. */
const maxCharacters = 20 * 1024 * 1024

/** Embeds a message's own pictures into its HTML as data: URLs. Also returns which attachments were used. */
export function embedPictures(
  html: string,
  attachments: readonly MessagePart[],
): { html: string; used: Set<MessagePart> } {
  const pictures = new Map(
    attachments.flatMap((one) => {
      const id = one.contentId?.trim().replace(/^<|>$/g, '')
      return id && embeddableTypes.has(one.type) ? [[id, one]] : []
    }),
  )
  const dataUrls = new Map<MessagePart, string>()
  const used = new Set<MessagePart>()
  let characters = 0
  // Matches references in attributes and styles, not in the text.
  const filled = html.replaceAll(/(["'(=]\s*)cid:([^"'\s)>]+)/gi, (whole, before: string, id: string) => {
    const picture = pictures.get(id) ?? pictures.get(decoded(id))
    if (!picture) return whole
    const dataUrl = dataUrls.get(picture) ?? toDataUrl(picture)
    dataUrls.set(picture, dataUrl)
    characters += dataUrl.length
    if (characters > maxCharacters) return whole
    used.add(picture)
    return before + dataUrl
  })
  return { html: filled, used }
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function toDataUrl(picture: MessagePart): string {
  return `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`
}
