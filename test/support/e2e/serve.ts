import { existsSync, rmSync } from 'node:fs'
import { program } from '../../../scripts/prepare.mjs'
import { programEnv, removeData } from '../product.ts'
import { serveSpread } from '../spread/serve-spread.ts'
import './remember-hashes.ts'
import { adminEmail, dataDir, initialAdminPassword, isSpread, productUrl } from './settings.ts'

/** Serves the whole product with an empty data folder, for the browser tests. */
async function clear() {
  if (existsSync(dataDir)) await removeData(dataDir)
}

const settings = {
  MILLRACE_DATA: dataDir,
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: initialAdminPassword,
  LOG_LEVEL: 'warn',
  // Each test sends its own IP address.
  TRUST_PROXY: 'on',
}

await clear()
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
if (isSpread) {
  await serveSpread(settings)
} else {
  process.env = programEnv({ ...settings, PORT: new URL(productUrl).port })
  // It ends the process itself, once it has stopped.
  await import(program('main'))
}

// Playwright may be killed without ending its servers.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref()
