import type { Plugin } from 'vite'
import { describeInstallation, factNames, placeholders } from '../../shared/installation.ts'
import { productDomain } from '../../shared/product.ts'
import { escapeHtml } from './page-head.ts'

/** Fills in the facts about the installation in development, when the server does not serve the pages. */
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
