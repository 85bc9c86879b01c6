import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

/**
 * The first of these programs that is there.
 * @param {string[]} names
 * @param {string | undefined} configured where it was said to be
 */
export function findProgram(names, configured) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [configured, ...places].find((path) => path && existsSync(path))
}

/**
 * Installs the first of these packages that the system knows. Tells whether there was one.
 * @param {string[]} packages
 */
export async function installPackage(packages) {
  if (!(await asRoot('apt-get', 'update'))) return false
  for (const name of packages) {
    if (await asRoot('apt-get', 'install', '-y', '--no-install-recommends', name)) return true
  }
  return false
}

/** @param {string[]} command */
async function asRoot(...command) {
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return (await run(program, args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })) === 0
}
