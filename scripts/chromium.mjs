import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Where a Chromium is, installed through the system's packages if there is none. Undefined, after saying so, without. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('Installing Chromium…')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const steps = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
  ]
  for (const step of steps) {
    const [command = '', ...args] = [...sudo, ...step]
    if ((await run(command, args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })) !== 0) break
  }
  const installed = findChromium()
  if (!installed) {
    console.error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.')
  }
  return installed
}

function findChromium() {
  const { CHROMIUM_PATH: configured, PATH = '' } = process.env
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [configured, ...places].find((path) => path && existsSync(path))
}
