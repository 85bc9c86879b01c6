import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeBinary, program, top } from '../prepare.mjs'

/** Starts the product on data of its own, with the demo business in it. */
export async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-pictures-'))
  // The database of a root runs as another user, who has to get in.
  chmodSync(folder, 0o711)
  const port = await freePort()
  // As where real cards are charged: buttons for tests are nothing that a business shows its clients. Nothing is charged.
  const env = {
    PORT: String(port),
    MILLRACE_DATA: join(folder, 'data'),
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: 'sk_live_pictures',
    // So that the list of sessions names addresses.
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
 * With these settings alone: those around it may name a database that matters.
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
