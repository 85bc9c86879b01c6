import crypto from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { program } from '../../scripts/prepare.mjs'
import { adminEmail, dataDir, initialAdminPassword, productUrl } from './e2e-settings.ts'
import { programEnv, removeData } from './product.ts'

/** The whole product on an empty data folder, for the browser tests. */
async function clear() {
  if (existsSync(dataDir)) await removeData(dataDir)
}

/** The same password with the same salt is hashed once: to hash takes long by design, and most tests sign up and in. */
function rememberHashes() {
  const { scrypt } = crypto
  const known = new Map<string, Buffer>()
  type Done = (error: Error | null, hash: Buffer) => void
  const remembering = (text: string, salt: string, length: number, options: ScryptOptions, done: Done) => {
    const asked = JSON.stringify([text, salt, length, options])
    const hash = known.get(asked)
    if (hash) return setImmediate(done, null, hash)
    return scrypt(text, salt, length, options, (error, made) => {
      if (!error) known.set(asked, made)
      done(error, made)
    })
  }
  Object.assign(crypto, { scrypt: remembering })
  syncBuiltinESMExports()
}

rememberHashes()
await clear()
process.env = programEnv({
  PORT: new URL(productUrl).port,
  MILLRACE_DATA: dataDir,
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: initialAdminPassword,
  LOG_LEVEL: 'warn',
})
// It ends the process itself, once it has stopped.
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
await import(program('main'))

// Playwright may be killed without a word to its servers.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref()
