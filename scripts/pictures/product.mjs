import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeBinary, program, top } from '../prepare.mjs'

/** Starts the product with its own data folder, which contains the demo business. */
export async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-pictures-'))
  // When root runs this script, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const port = await freePort()
  // As on an installation that charges real cards, because a business does not show its clients the test
  // buttons. Nothing is charged.
  const env = {
    PORT: String(port),
    MILLRACE_DATA: join(folder, 'data'),
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: 'sk_live_pictures',
    // Gives the list of sessions IP addresses to show.
    TRUST_PROXY: 'on',
  }
  const [code] = await once(start(program('seed'), env), 'exit')
  if (code !== 0) throw new Error('the demo business could not be made')
  const product = start(program('main'), env)
  await once(product.stdout, 'data')
  return {
    origin: `http://localhost:${port}`,
    mailFolder: join(folder, 'data', 'mail'),
    async stop() {
      product.kill('SIGTERM')
      await once(product, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a program with these settings only, because the surrounding environment may point to a real
 * database.
 * @param {string} file
 * @param {Record<string, string>} env
 */
function start(file, env) {
  return spawn(nodeBinary(), [file], {
    cwd: top,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return address.port
}
