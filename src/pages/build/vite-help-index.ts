import type { Plugin } from 'vite'
import { buildHelpIndex, indexedFiles } from './help-index.ts'

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
