import { fileURLToPath } from 'node:url'

/** Where package.json is: two folders up, both from this file and from dist/server, where it ends up in a built program. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
