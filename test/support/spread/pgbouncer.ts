import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPgbouncer } from '../../../scripts/pgbouncer.mjs'
import { type SystemUser, canEnter, findServiceUser, isRoot } from '../../../src/platform/db/embedded/user.ts'

export interface Pgbouncer {
  /** Returns the URL of this database through pgbouncer. */
  through(url: string): string
  stop(): Promise<void>
}

const port = 6432

/**
 * Starts pgbouncer in transaction mode in front of this server, reachable over a socket in a private folder.
 */
export async function startPgbouncer(url: string, poolSize: number): Promise<Pgbouncer> {
  const program = findPgbouncer()
  if (!program) throw new Error('pgbouncer is not installed: npm test does it, or apt-get install pgbouncer')
  const server = new URL(url)
  const socket = server.searchParams.get('host')
  const runAs = isRoot() ? await findRunner(socket) : undefined
  const folder = await makeFolder(runAs)
  const config = join(folder, 'pgbouncer.ini')
  const target = {
    host: socket ?? server.hostname,
    port: server.port || '5432',
    user: decodeURIComponent(server.username),
    password: decodeURIComponent(server.password),
  }
  const login = Object.entries(target).filter(([, value]) => value !== '')
  await writeFile(
    config,
    `[databases]
* = ${login.map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`).join(' ')}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
listen_addr =
listen_port = ${port}
unix_socket_dir = ${folder}
unix_socket_mode = 0700
auth_type = any
`,
    { mode: 0o600 },
  )
  if (runAs) await chown(config, runAs.uid, runAs.gid)
  const child = spawn(program, ['-q', config], { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...runAs })
  const endWithUs = () => child.kill()
  process.once('exit', endWithUs)
  let words = ''
  child.stderr.on('data', (chunk) => (words += String(chunk)))
  const ended = once(child, 'close')
  const through = (address: string) => {
    const { pathname, username } = new URL(address)
    return `postgresql://${username}@localhost:${port}${pathname}?host=${encodeURIComponent(folder)}&sslmode=disable`
  }
  while (!(await answers(through(url)))) {
    const over = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20, 'wait'))])
    if (over !== 'wait') throw new Error(`pgbouncer ended: ${words}`)
  }
  return {
    through,
    async stop() {
      process.off('exit', endWithUs)
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Returns a user to run it, because it refuses to run as root. The user of Postgres may enter the folder of
 * its socket.
 */
async function findRunner(socket: string | null): Promise<SystemUser> {
  if (socket === null) return findServiceUser()
  const { uid, gid } = await stat(socket)
  return { uid, gid }
}

async function makeFolder(runAs: SystemUser | undefined): Promise<string> {
  const isOpen = !runAs || (await canEnter(tmpdir(), runAs))
  const folder = await mkdtemp(join(isOpen ? tmpdir() : '/tmp', 'pooler-'))
  if (runAs) await chown(folder, runAs.uid, runAs.gid)
  return folder
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
