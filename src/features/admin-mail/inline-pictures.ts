import type { MessagePart } from './parse-message.ts'

/** Pictures that a browser only draws; an SVG is a document. */
const drawn = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** All of them together, in letters: one picture may be named a thousand times. */
const maxLetters = 20 * 1024 * 1024

/** The HTML with the pictures that come with the message put into it, and which attachments these are. */
export function putPicturesIn(
  html: string,
  attachments: readonly MessagePart[],
): { html: string; used: Set<MessagePart> } {
  const pictures = new Map(
    attachments.flatMap((one) => {
      const id = one.contentId?.trim().replace(/^<|>$/g, '')
      return id && drawn.has(one.type) ? [[id, one]] : []
    }),
  )
  const addresses = new Map<MessagePart, string>()
  const used = new Set<MessagePart>()
  let letters = 0
  // Where an attribute or a style names an address, not in the words around.
  const filled = html.replaceAll(/(["'(=]\s*)cid:([^"'\s)>]+)/gi, (whole, before: string, id: string) => {
    const picture = pictures.get(id) ?? pictures.get(decoded(id))
    if (!picture) return whole
    const address = addresses.get(picture) ?? dataAddress(picture)
    addresses.set(picture, address)
    letters += address.length
    if (letters > maxLetters) return whole
    used.add(picture)
    return before + address
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

function dataAddress(picture: MessagePart): string {
  return `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`
}
