/** What of a message's HTML is shown, decided name by name: what is not named here does not stay. */

const keptElements = new Set(
  (
    'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl ' +
    'dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp ' +
    'section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'
  ).split(' '),
)

/** What these hold is no text for a reader, or is only shown where the element itself does not work. */
const emptiedElements = new Set(
  (
    'applet area audio base button canvas datalist embed frame frameset head iframe input link math meta noembed ' +
    'noframes noscript object option param script select source style svg template textarea title track video'
  ).split(' '),
)

const keptAttributes = new Set(
  (
    'abbr align alt bgcolor border cellpadding cellspacing class color cols colspan dir face headers height hidden id ' +
    'lang nowrap role rowspan scope size span start style title type valign value width'
  ).split(' '),
)

/** `unwrap`: the element goes, what is inside stays. */
export function fateOf(elementName: string): 'keep' | 'unwrap' | 'drop' {
  const name = elementName.toLowerCase()
  if (keptElements.has(name)) return 'keep'
  return emptiedElements.has(name) ? 'drop' : 'unwrap'
}

export function keepsAttribute(name: string): boolean {
  return keptAttributes.has(name.toLowerCase())
}

/** A picture that came with the message. All others would be asked for somewhere, which tells that it is read. */
export function isOwnPicture(source: string): boolean {
  return /^\s*data:image\/(png|jpeg|gif|webp)[;,]/i.test(source)
}

/** Whatever may load something or, in an old browser, run. */
const loading =
  /(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\)?/gi

/** Styles without anything that loads. What is taken out leaves a word, so that its two sides never become one name. */
export function cleanCss(css: string): string {
  return (
    css
      // A letter may be spelled as its number. A backslash that was spelled so itself would begin the next one.
      .replaceAll(/\\(?:([\da-f]{1,6})\s?|([^\da-f\n]))/gi, (_, code?: string, letter?: string) =>
        code === undefined ? (letter ?? '') : readCodePoint(code),
      )
      .replaceAll('\\', '')
      .replaceAll(/\/\*.*?(?:\*\/|$)/gs, ' ')
      .replaceAll(/@(?:import|charset|namespace)\b[^;]*;?/gi, ' ')
      .replaceAll(loading, ' none ')
      .replaceAll(/-moz-binding|behavior\s*:/gi, ' none ')
      // A style element ends at the first </style, wherever that stands.
      .replaceAll('<', ' ')
  )
}

function readCodePoint(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
}

/** Where a link leads, in full, or null where nobody should be led. */
export function linkAddress(href: string): string | null {
  // Only what is whole: nobody knows what a relative address in a message is relative to.
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null
}

export interface MailLink {
  address: string
  /** What it is called in the message; empty where it has no words. */
  words: string
}

export function linksInText(text: string): MailLink[] {
  const found = text.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? []
  return distinctLinks(found.map((href) => ({ href, words: '' })))
}

const longestRun = 200

/** Each once under the same words, in the order of the message; without words only where it has none anywhere. */
export function distinctLinks(links: ReadonlyArray<{ href: string; words: string }>): MailLink[] {
  const known = new Map<string, MailLink>()
  const named = new Set<string>()
  for (const { href, words } of links) {
    const address = linkAddress(href)
    if (address === null) continue
    const read = words.replaceAll(/\s+/g, ' ').trim().slice(0, longestRun)
    const isNamed = read !== '' && linkAddress(read) !== address
    if (isNamed) named.add(address)
    known.set(`${address} ${isNamed ? read : ''}`, { address, words: isNamed ? read : '' })
  }
  return [...known.values()].filter(({ address, words }) => words !== '' || !named.has(address))
}
