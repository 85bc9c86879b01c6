import type { Plugin } from 'vite'
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
