import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../scripts/free-port.mjs'
import { memoryFlags, program } from '../../scripts/prepare.mjs'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/start-embedded-postgres.ts'

/** Returns only these variables, so that settings of the machine do not change what is tested. */
export function programEnv(env: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    ...env,
  }
}

export interface Product {
  url: string
  child: ChildProcess
  /** Everything that was printed so far. */
  output(): string
  /** Resolves to the exit code. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

/** Runs the real program as npm start does, and collects its output. */
export function spawnProduct(env: Record<string, string>) {
  const child = spawn(process.execPath, [...memoryFlags, program('main')], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, ended, output: () => text }
}

/** Starts the real program and waits until it reports that it is ready. */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const port = env['PORT'] ?? String(await freePort())
  const running = spawnProduct({ ...env, PORT: port })
  const { child, ended, output } = running
  const isUp = () => /is ready|runs background jobs/.test(output())
  while (!isUp()) {
    const over = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20, 'wait'))])
    if (over !== 'wait') throw new Error(`the product ended (${String(over)}): ${output()}`)
  }
  return {
    ...running,
    url: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Creates a data folder, inside a folder that only its owner can enter. */
export async function makeDataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'millrace data '))
  const dataDir = join(folder, 'data')
  return {
    dataDir,
    remove: async () => {
      await removeData(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Stops the database of a data folder, if one is running, and removes both. */
export async function removeData(dataDir: string): Promise<void> {
  const { clusterDir, stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  await rm(dataDir, { recursive: true, force: true })
  // If other users have no access to root's folders, the cluster is elsewhere.
  const clusterParent = dirname(clusterDir)
  if (clusterParent.startsWith('/var/lib/millrace/'))
    await rm(clusterParent, { recursive: true, force: true })
}

export function signUpBody(email: string) {
  return {
    name: 'Test Owner',
    email,
    password: 'correct horse battery staple',
    businessName: 'Test Business',
    timeZone: 'UTC',
  }
}

export function signUpRequest(url: string, email: string, ip = '203.0.113.1') {
  return fetch(`${url}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': ip },
    body: JSON.stringify(signUpBody(email)),
  })
}
