import type { Plugin } from 'vite'
import { describeInstallation, factNames, placeholders } from '../../shared/installation.ts'
import { productDomain } from '../../shared/product.ts'
import { buildHelpIndex, indexedFiles } from './help-index.ts'
import { escapeHtml } from './page-head.ts'
import { parseProse } from './parse-prose.ts'

/** A Vite plugin that lets pages import Markdown as data, so that browsers do not load a Markdown parser. */
export function prose(): Plugin {
  return {
    name: 'prose',
    transform: {
      filter: { id: /\.md$/ },
      handler(markdown) {
        return { code: `export default ${JSON.stringify(parseProse(markdown))}`, map: null, moduleType: 'js' }
      },
    },
  }
}

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

const name = 'virtual:help-index'

/** Lets a page import the search index of the help centre, built together with the pages. */
export function helpIndex(): Plugin {
  return {
    name: 'help-index',
    resolveId: {
      filter: { id: new RegExp(`^${name}$`) },
      handler: () => `\0${name}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${name}$`) },
      handler() {
        for (const file of indexedFiles) this.addWatchFile(file)
        return { code: `export default ${JSON.stringify(buildHelpIndex())}`, map: null, moduleType: 'js' }
      },
    },
  }
}
