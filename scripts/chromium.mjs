import { findProgram, installPackage } from './system-program.mjs'

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
  return findProgram(names, process.env.CHROMIUM_PATH)
}

async function installChromium() {
  console.log('Installing Chromium…')
  return (await installPackage(packages)) ? findChromium() : undefined
}
