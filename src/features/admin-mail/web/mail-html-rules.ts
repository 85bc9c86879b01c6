/** Whether a picture came with the message. Loading any other tells its server that the message is read. */
export function isOwnPicture(source: string): boolean {
  return /^\s*data:image\/(png|jpeg|gif|webp)[;,]/i.test(source)
}

/** What may load something or, in an old browser, run. */
const loading =
  /(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\)?/gi

/** Removes everything that loads. A removed part leaves a word, so that the text around it never joins. */
export function cleanCss(css: string): string {
  return (
    css
      // A letter may be written as its code point. An escaped backslash would begin the next escape.
      .replaceAll(/\\(?:([\da-f]{1,6})\s?|([^\da-f\n]))/gi, (_, code?: string, letter?: string) =>
        code === undefined ? (letter ?? '') : readCodePoint(code),
      )
      .replaceAll('\\', '')
      .replaceAll(/\/\*.*?(?:\*\/|$)/gs, ' ')
      .replaceAll(/@(?:import|charset|namespace)\b[^;]*;?/gi, ' ')
      .replaceAll(loading, ' none ')
      .replaceAll(/-moz-binding|behavior\s*:/gi, ' none ')
      // A style element ends at the first </style in its text.
      .replaceAll('<', ' ')
  )
}

function readCodePoint(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
}

/** Where a link leads, in full; null where the page must not lead. */
export function linkAddress(href: string): string | null {
  // Whole addresses only: a relative address in a message has no base.
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null
}

export interface MailLink {
  address: string
  /** The text of the link in the message; empty where it has none. */
  text: string
}

export function linksInText(text: string): MailLink[] {
  const found = text.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? []
  return distinctLinks(found.map((href) => ({ href, text: '' })))
}

const maxLength = 200

/** Lists each address once per text. One that has a text somewhere is not listed without it. */
export function distinctLinks(links: ReadonlyArray<{ href: string; text: string }>): MailLink[] {
  const found = new Map<string, MailLink>()
  const named = new Set<string>()
  for (const link of links) {
    const address = linkAddress(link.href)
    if (address === null) continue
    const read = link.text.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength)
    const isNamed = read !== '' && linkAddress(read) !== address
    if (isNamed) named.add(address)
    found.set(`${address} ${isNamed ? read : ''}`, { address, text: isNamed ? read : '' })
  }
  return [...found.values()].filter(({ address, text }) => text !== '' || !named.has(address))
}
