import { fileURLToPath } from 'node:url'

/**
 * The folder of package.json: two levels above this file, both in src/platform and in dist/server, where the
 * build puts it.
 */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
