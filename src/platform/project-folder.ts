import { fileURLToPath } from 'node:url'

/** The folder of package.json: two levels above this file, in src/platform as in dist/server. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
