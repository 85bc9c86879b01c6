import type { Plugin } from 'vite'
import { parseProse } from './parse-prose.ts'

/** Lets pages import a text as data: what reads Markdown stays at home. */
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
