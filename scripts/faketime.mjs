import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './system-program.mjs'

/**
 * Returns the path of libfaketime, which gives a program another time, and installs it through the system's
 * package manager if necessary.
 */
export async function ensureFaketime() {
  const found = findLibrary()
  if (found) return found
  console.log('Installing libfaketime…')
  return (await installPackage(['libfaketime'])) ? findLibrary() : undefined
}

/** Debian keeps it in a folder named after the architecture. */
function findLibrary() {
  const folder = '/usr/lib'
  const folders = existsSync(folder) ? readdirSync(folder) : []
  return folders
    .map((name) => join(folder, name, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path))
}
