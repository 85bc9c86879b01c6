import type { Plugin } from 'vite'
import { describeInstallation, factNames, placeholders } from '../../shared/installation.ts'
import { productDomain } from '../../shared/product.ts'
import { escapeHtml } from './page-head.ts'

/** While developing nobody stands between Vite and the browser to fill in who runs the installation. */
export function installation(origin: string): Plugin {
  const facts = describeInstallation({
    origin,
    name: undefined,
    address: undefined,
    mailDomain: productDomain,
  })
  return {
    name: 'installation',
    apply: 'serve',
    transformIndexHtml: (html) =>
      factNames.reduce((text, name) => text.replaceAll(placeholders[name], escapeHtml(facts[name])), html),
  }
}
