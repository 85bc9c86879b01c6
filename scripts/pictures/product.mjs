import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.mjs'
import { nodeBinary, program, top } from '../prepare.mjs'

/**
 * Starts the product with its own data folder, which contains the demo business. With `live`, that business has received real
 * money, so that nothing in it is marked as a test. Nothing is charged: no request can reach Stripe with this key.
 * @param {{ live: boolean }} options
 */
export async function startProduct({ live }) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-pictures-'))
  // When root runs this script, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const settings = {
    PORT: String(port),
    MILLRACE_DATA: join(folder, 'data'),
    LOG_LEVEL: 'error',
    // Gives the list of sessions IP addresses to show.
    TRUST_PROXY: 'on',
  }
  const withLiveKey = { ...settings, STRIPE_SECRET_KEY: 'sk_live_pictures' }
  const [code] = await once(start(program('seed'), live ? withLiveKey : settings), 'exit')
  if (code !== 0) throw new Error('the demo business could not be made')
  let running = await run(settings)
  const stop = async () => {
    running.kill('SIGTERM')
    await once(running, 'exit')
  }
  return {
    origin: `http://localhost:${port}`,
    mailFolder: join(folder, 'data', 'mail'),
    /** Runs it as on an installation that charges real cards: its pages show no test buttons, and plans cannot be bought. */
    async goLive() {
      await stop()
      running = await run(withLiveKey)
    },
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param {Record<string, string>} env */
async function run(env) {
  const product = start(program('main'), env)
  await once(product.stdout, 'data')
  return product
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
