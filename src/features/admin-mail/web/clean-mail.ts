import {
  type MailLink,
  cleanCss,
  distinctLinks,
  fateOf,
  isOwnPicture,
  keepsAttribute,
} from './mail-html-rules.ts'

/** Said first in the frame, before anything of the message: nothing is loaded, nothing is sent. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const baseStyle =
  'body{margin:16px;background-color:#fff;color:#111;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'img{max-width:100%;height:auto}'

const placeholderStyle =
  'display:inline-block;padding:2px 8px;border:1px dashed #6b7280;border-radius:4px;background:#fff;color:#374151;' +
  'font:12px/1.5 system-ui,sans-serif'

const htmlNamespace = 'http://www.w3.org/1999/xhtml'

interface CleanMail {
  /** A whole document for the frame. */
  document: string
  links: MailLink[]
}

/** A message as it can be shown: read by the browser's own parser, in a document that runs and loads nothing. */
export function cleanMail(html: string): CleanMail {
  const message = new DOMParser().parseFromString(html, 'text/html')
  const links = linksOf(message)
  const shown = document.implementation.createHTMLDocument('')
  const sheets = [...message.querySelectorAll('style')].filter(isHtml).map((sheet) => {
    const media = sheet.getAttribute('media')
    return makeElement(shown, 'style', cleanCss(sheet.textContent), media === null ? {} : { media })
  })
  shown.head.replaceChildren(
    makeElement(shown, 'meta', '', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    makeElement(shown, 'meta', '', { name: 'color-scheme', content: 'only light' }),
    makeElement(shown, 'style', baseStyle),
    ...sheets,
  )
  // A page of frames has none.
  const body = message.querySelector('body')
  if (body) {
    cleanInside(body)
    copyAttributes(message.documentElement, shown.documentElement)
    copyAttributes(body, shown.body)
    shown.body.replaceChildren(...body.childNodes)
  }
  return { document: `<!doctype html>${shown.documentElement.outerHTML}`, links }
}

function linksOf(message: Document): MailLink[] {
  const links = [...message.querySelectorAll('a[href], area[href]')].filter(isHtml)
  return distinctLinks(
    links.map((link) => ({
      href: link.getAttribute('href') ?? '',
      words: link.textContent.trim() || (link.querySelector('img[alt]') ?? link).getAttribute('alt') || '',
    })),
  )
}

function cleanInside(parent: Element): void {
  for (const node of Array.from(parent.childNodes)) {
    if (node instanceof Element) cleanElement(node)
    else if (!(node instanceof Text)) node.remove()
  }
}

function cleanElement(element: Element): void {
  const fate = isHtml(element) ? fateOf(element.localName) : 'drop'
  if (fate === 'drop') {
    element.remove()
    return
  }
  cleanInside(element)
  if (fate === 'unwrap') {
    element.replaceWith(...element.childNodes)
  } else if (element.localName === 'img') {
    cleanPicture(element)
  } else {
    const clean = element.ownerDocument.createElement(element.localName)
    copyAttributes(element, clean)
    clean.replaceChildren(...element.childNodes)
    element.replaceWith(clean)
  }
}

function cleanPicture(picture: Element): void {
  const source = picture.getAttribute('src') ?? ''
  const page = picture.ownerDocument
  if (isOwnPicture(source)) {
    const clean = makeElement(page, 'img', '', { src: source.trim() })
    copyAttributes(picture, clean)
    picture.replaceWith(clean)
    return
  }
  const words = picture.getAttribute('alt')?.trim()
  const text = words ? `Picture not loaded: ${words}` : 'Picture not loaded'
  picture.replaceWith(makeElement(page, 'span', text, { style: placeholderStyle }))
}

/** Those that may stay. The element they are set on is a new one, so that no other can have been left on it. */
function copyAttributes(from: Element, to: Element): void {
  for (const { name, value } of from.attributes) {
    if (keepsAttribute(name)) to.setAttribute(name, name === 'style' ? cleanCss(value) : value)
  }
}

function makeElement(
  page: Document,
  name: string,
  text: string,
  attributes: Record<string, string> = {},
): HTMLElement {
  const element = page.createElement(name)
  element.textContent = text
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}

function isHtml(element: Element): boolean {
  return element.namespaceURI === htmlNamespace
}
