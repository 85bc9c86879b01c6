import { globSync } from 'node:fs'
import { installPackage } from './system-program.mjs'

/** Where the library is that tells a program another time, installed through the system's packages if it is not there. */
export async function ensureFaketime() {
  const found = findLibrary()
  if (found) return found
  console.log('Installing libfaketime…')
  return (await installPackage(['libfaketime'])) ? findLibrary() : undefined
}

function findLibrary() {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
}
