import { type Installation, factNames, placeholders } from '../../shared/installation.ts'

export type Theme = 'light' | 'dark' | 'system'

const anyPlaceholder = new RegExp(Object.values(placeholders).join('|'), 'g')
const nameOf = new Map(factNames.map((name) => [placeholders[name], name]))

/** Replaces all placeholders in one pass, so that a fact that looks like a placeholder is not replaced. */
export function fillPlaceholders(
  text: string,
  facts: Installation,
  escape: (text: string) => string,
): string {
  return text.replace(anyPlaceholder, (found) => {
    const name = nameOf.get(found)
    return name ? escape(facts[name]) : found
  })
}

/** Escapes text for HTML and XML, both in content and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Escapes text for a JSON string within a page. It can end neither the string nor the script element. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c')
}

const dataBlock = /(<script type="application\/ld\+json">.*?<\/script>)/s
const darkSource = '(prefers-color-scheme: dark)'
/** Media queries that always or never match: the visitor's choice overrides the system's theme. */
const mediaForTheme = { dark: '(min-width: 0px)', light: '(max-width: 0px)' } as const

/** Fills a built page with the facts of this installation and sets the visitor's theme. */
export function fillPage(source: string, facts: Installation, theme: Theme): string {
  const filled = source
    .split(dataBlock)
    // Every second part is a match of the pattern.
    .map((part, index) => fillPlaceholders(part, facts, index % 2 === 0 ? escapeMarkup : escapeJson))
    .join('')
  if (theme === 'system') return filled
  return filled
    .replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`)
    .replaceAll(/<source [^>]*>/g, (tag) => tag.replace(darkSource, mediaForTheme[theme]))
}
