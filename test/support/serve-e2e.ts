import { existsSync } from 'node:fs'
import { readConfig } from '../../src/config.ts'
import { startMillrace } from '../../src/start.ts'
import { adminEmail, dataDir, initialAdminPassword, productUrl } from './e2e-settings.ts'
import { removeData } from './product.ts'

/** The whole product on an empty data folder, for the browser tests. */
async function clear() {
  if (existsSync(dataDir)) await removeData(dataDir)
}

await clear()
const config = readConfig({
  PORT: new URL(productUrl).port,
  MILLRACE_DATA: dataDir,
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: initialAdminPassword,
  LOG_LEVEL: 'warn',
})
const running = await startMillrace(config, process.stdout)

let ending = false
async function end() {
  if (ending) return
  ending = true
  await running.stop()
  await clear()
  process.exit(0)
}
process.on('SIGTERM', () => void end())
// Playwright may be killed without a word to its servers.
const parent = process.ppid
setInterval(() => process.ppid !== parent && void end(), 1000).unref()
