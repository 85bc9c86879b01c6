import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

/** The shell draws pages as the whole browser does, without its windows: the tests take a third less time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const packages = ['chromium-headless-shell', 'chromium']

/** Where a Chromium is, installed through the system's packages if there is none. Undefined, after saying so, without. */
export async function ensureChromium() {
  const found = findChromium() ?? (await installChromium())
  if (!found)
    console.error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.')
  return found
}

function findChromium() {
  const { CHROMIUM_PATH: configured, PATH = '' } = process.env
  const folders = PATH.split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [configured, ...places].find((path) => path && existsSync(path))
}

async function installChromium() {
  console.log('Installing Chromium…')
  if (!(await asRoot('apt-get', 'update'))) return undefined
  for (const name of packages) {
    if (await asRoot('apt-get', 'install', '-y', '--no-install-recommends', name)) return findChromium()
  }
  return undefined
}

/** @param {string[]} command */
async function asRoot(...command) {
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  return (await run(program, args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })) === 0
}
