import type { Page } from '@playwright/test'

/** What was already checked, by width, theme and set of rules. */
const seen = new Map<string, Set<string>>()

/**
 * Whether the page contains anything that was not yet checked in this width and theme: an element with other
 * classes, attributes or parent, or another order of headings and landmarks. Checking the same again would
 * take a third of the time of the browser tests and find nothing.
 */
export async function isNewLook(page: Page, rules: 'all' | 'prose'): Promise<boolean> {
  const { look, marks } = await page.evaluate(readMarks)
  const key = `${rules} ${look}`
  const before = seen.get(key) ?? new Set()
  const size = before.size
  for (const mark of marks) before.add(mark)
  seen.set(key, before)
  return before.size > size
}

/** Runs in the page. */
function readMarks(): { look: string; marks: string[] } {
  const valued = /^(role|type|tabindex|aria-hidden|aria-live)$/
  const pointing = /^(for|aria-(labelledby|describedby|controls|owns))$/
  const attributeMark = ({ name, value }: Attr) => {
    if (name === 'style') return /color|background/.test(value) ? value : ''
    if (name === 'class' || valued.test(name)) return `${name}=${value}`
    if (!pointing.test(name)) return `${name} ${value !== ''}`
    const isThere = value.split(' ').some((id) => id !== '' && document.querySelector(`#${CSS.escape(id)}`))
    return `${name} ${isThere}`
  }
  const elementMark = (element: Element) =>
    [
      element.parentElement?.getAttribute('class'),
      element.localName,
      ...Array.from(element.attributes, attributeMark).toSorted(),
      (element.textContent ?? '').trim() !== '',
    ].join(' ')
  const elements = [...document.body.querySelectorAll('*')]
  const outline = elements
    .filter((element) => element.matches('h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, [role]'))
    .map(({ localName }) => localName)
    // Of consecutive elements that are alike, one is enough.
    .filter((name, index, all) => name !== all[index - 1])
  const ids = elements.flatMap(({ id }) => id || [])
  return {
    look: [
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      document.documentElement.dataset['theme'],
    ].join(' '),
    marks: [
      ...new Set(elements.map(elementMark)),
      outline.join(' '),
      `${document.title !== ''} ${new Set(ids).size === ids.length}`,
    ],
  }
}
