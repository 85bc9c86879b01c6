import { findProgram, installPackage } from './system-program.mjs'

/** The headless shell renders pages like the full browser, and the tests take a third less time with it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const packages = ['chromium-headless-shell', 'chromium']

/**
 * Returns the path of Chromium and installs it through the system's package manager if necessary. If that
 * fails, prints a message and returns undefined.
 */
export async function ensureChromium() {
  const found = findChromium() ?? (await installChromium())
  if (!found)
    console.error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to where it is.')
  return found
}

function findChromium() {
  return findProgram(names, process.env.CHROMIUM_PATH)
}

async function installChromium() {
  console.log('Installing Chromium…')
  return (await installPackage(packages)) ? findChromium() : undefined
}
