import { ensureBuilt, ensureInstalled, nodeBinary, run } from './prepare.mjs'
import { findProgram, installPackage } from './system-program.mjs'

// npm run scan -- [minutes] [wapiti|sqlmap]
await ensureInstalled({ dev: true })
await ensureBuilt()
const wapiti = await ensureProgram('wapiti', 'WAPITI_PATH')
const sqlmap = await ensureProgram('sqlmap', 'SQLMAP_PATH')
if (!wapiti || !sqlmap) process.exit(1)
const [minutes = '15', ...rest] = process.argv.slice(2)
const env = { SCAN_WAPITI: wapiti, SCAN_SQLMAP: sqlmap }
process.exitCode = await run(nodeBinary(), ['test/support/scan/run-scan.ts', minutes, ...rest], { env })

/**
 * Returns the path of a scanner and installs it through the system's package manager if necessary. If that
 * fails, prints a message and returns undefined.
 * @param {string} name
 * @param {string} setting
 */
async function ensureProgram(name, setting) {
  const find = () => findProgram([name], process.env[setting])
  const found = find()
  if (found) return found
  console.log(`Installing ${name}…`)
  const installed = (await installPackage([name])) ? find() : undefined
  if (!installed) console.error(`The scan needs ${name}. Install it, or set ${setting} to where it is.`)
  return installed
}
