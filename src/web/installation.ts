import { type FactName, type Installation, placeholders } from '../shared/installation.ts'

/** Reads who runs this installation and where, from the meta tags that the server wrote into the page. */
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
