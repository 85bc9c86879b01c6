import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './system-program.mjs'

/** Where the library is that tells a program another time, installed through the system's packages if it is not there. */
export async function ensureFaketime() {
  const found = findLibrary()
  if (found) return found
  console.log('Installing libfaketime…')
  return (await installPackage(['libfaketime'])) ? findLibrary() : undefined
}

/** In a folder named after the machine's kind. */
function findLibrary() {
  const folder = '/usr/lib'
  const places = existsSync(folder) ? readdirSync(folder) : []
  return places
    .map((name) => join(folder, name, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path))
}
