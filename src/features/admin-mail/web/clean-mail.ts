import createDomPurify from 'dompurify'
import { type MailLink, cleanCss, distinctLinks, isOwnPicture } from './mail-html-rules.ts'

/** Stands first in the frame, before anything of the message: nothing is loaded, nothing is sent. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const baseStyle =
  'body{margin:16px;background-color:#fff;color:#111;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'img{max-width:100%;height:auto}'

const placeholderStyle =
  'display:inline-block;padding:2px 8px;border:1px dashed #6b7280;border-radius:4px;background:#fff;color:#374151;' +
  'font:12px/1.5 system-ui,sans-serif'

/** On top of what DOMPurify removes: what sends, leads away or loads. */
const forbidden = {
  FORBID_TAGS: (
    'area audio button canvas datalist dialog form input map meter optgroup option output picture progress select slot ' +
    'source template textarea track video'
  ).split(' '),
  ADD_FORBID_CONTENTS: ['button', 'canvas', 'datalist', 'select', 'template', 'textarea'],
  FORBID_ATTR:
    'action autofocus background cite formaction href longdesc ping poster srcset target usemap'.split(' '),
}

const purifier = createDomPurify(window)
purifier.addHook('uponSanitizeElement', (node) => {
  if (node instanceof HTMLStyleElement) node.textContent = cleanCss(node.textContent)
})
purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  if (attribute.attrName === 'style') attribute.attrValue = cleanCss(attribute.attrValue)
  if (attribute.attrName === 'src' && !isOwnPicture(attribute.attrValue)) attribute.keepAttr = false
})
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.localName === 'img' && !element.hasAttribute('src')) element.replaceWith(placeholderOf(element))
})

export function cleanMail(html: string): { document: string; links: MailLink[] } {
  const options = { ...forbidden, USE_PROFILES: { html: true }, ALLOW_DATA_ATTR: false }
  // A whole document comes back as its html element.
  const shown = purifier.sanitize(html, { ...options, WHOLE_DOCUMENT: true, RETURN_DOM: true }) as HTMLElement
  const head = shown.querySelector('head') ?? shown.insertBefore(document.createElement('head'), null)
  head.prepend(
    makeElement('meta', '', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    makeElement('meta', '', { name: 'color-scheme', content: 'only light' }),
    makeElement('style', baseStyle),
  )
  return { document: `<!doctype html>${shown.outerHTML}`, links: linksOf(html) }
}

function linksOf(html: string): MailLink[] {
  const message = new DOMParser().parseFromString(html, 'text/html')
  const links = Array.from(message.querySelectorAll<HTMLElement>('a[href], area[href]'))
  return distinctLinks(
    links
      .filter((link) => link instanceof HTMLElement)
      .map((link) => ({
        href: link.getAttribute('href') ?? '',
        text: link.textContent.trim() || (link.querySelector('img[alt]') ?? link).getAttribute('alt') || '',
      })),
  )
}

function placeholderOf(picture: Element): HTMLElement {
  const description = picture.getAttribute('alt')?.trim()
  const text = description ? `Picture not loaded: ${description}` : 'Picture not loaded'
  return makeElement('span', text, { style: placeholderStyle })
}

function makeElement(name: string, text: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}
