import { type Installation, factNames, placeholders } from '../../shared/installation.ts'

export type Theme = 'light' | 'dark' | 'system'

const anyPlaceholder = new RegExp(Object.values(placeholders).join('|'), 'g')
const nameOf = new Map(factNames.map((name) => [placeholders[name], name]))

/** In one pass: what a fact itself says is never taken for a placeholder. */
export function fillPlaceholders(
  text: string,
  facts: Installation,
  escape: (words: string) => string,
): string {
  return text.replace(anyPlaceholder, (found) => {
    const name = nameOf.get(found)
    return name ? escape(facts[name]) : found
  })
}

/** Good in HTML and XML, in text and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Inside a string of JSON that stands in a page: it can neither end the string nor the script element. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')
}

const dataBlock = /(<script type="application\/ld\+json">.*?<\/script>)/s
const darkSource = '(prefers-color-scheme: dark)'
/** True for every screen, and for none: the visitor has chosen, whatever the system says. */
const whenChosen = { dark: '(min-width: 0px)', light: '(max-width: 0px)' } as const

/** A page as it was built, with the words of this installation and in the visitor's theme. */
export function fillPage(source: string, facts: Installation, theme: Theme): string {
  const filled = source
    .split(dataBlock)
    // Every second part is what the pattern found.
    .map((part, at) => fillPlaceholders(part, facts, at % 2 === 0 ? escapeMarkup : escapeJson))
    .join('')
  if (theme === 'system') return filled
  return filled
    .replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`)
    .replaceAll(/<source [^>]*>/g, (tag) => tag.replace(darkSource, whenChosen[theme]))
}
