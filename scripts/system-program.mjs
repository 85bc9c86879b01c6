import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

/**
 * Returns the path of the first of these programs that is installed.
 * @param {string[]} names
 * @param {string | undefined} configured the path from the settings, which takes precedence
 */
export function findProgram(names, configured) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [configured, ...paths].find((path) => path && existsSync(path))
}

/**
 * Installs the first of these packages that is available. Returns whether one was.
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
