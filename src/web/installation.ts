import type { FactName } from './prose/prose.ts'

export type Installation = Record<FactName, string>

/** What the server puts its own words in place of, when it sends a page that was rendered without knowing them. */
export const placeholders: Installation = {
  origin: '__ORIGIN__',
  operator: '__OPERATOR__',
  address: '__ADDRESS__',
  support: '__SUPPORT__',
}

/** Who runs this installation, and where; the same words that the server wrote into the page. */
export function readInstallation(): Installation {
  if (typeof document === 'undefined') return placeholders
  return {
    origin: fact('origin'),
    operator: fact('operator'),
    address: fact('address'),
    support: fact('support'),
  }
}

function fact(name: FactName): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="installation-${name}"]`)?.content ?? ''
}
