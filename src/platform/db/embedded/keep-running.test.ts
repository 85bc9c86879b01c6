import { appendFile, chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../log.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { keepRunning } from './keep-running.ts'
import { findRunningServer } from './process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'

let base: string
let dataDir: string
let embedded: EmbeddedPostgres
let kept: ReturnType<typeof keepRunning>
let lines: string[] = []
const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'millrace kept '))
  await chmod(base, 0o711)
  // So long that the socket is in a temporary folder, which a server that ends unexpectedly does not
  // remember.
  dataDir = join(base, 'a long path '.repeat(8).trim())
  embedded = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  kept = keepRunning({
    embedded,
    lock: await takeInstanceLock(embedded.url, dataDir),
    dataDir,
    log: createLog('warn', { write: (line: string) => lines.push(line) }),
    pace: { retry: { firstMs: 20, maxMs: 300 }, steadyMs: 100 },
  })
})

afterAll(async () => {
  await kept.stop()
  await embedded.stop()
  await rm(base, { recursive: true, force: true })
})

/** Never 0, which would kill the tests themselves. */
function serverPid(): number {
  const server = findRunningServer(embedded.clusterDir)
  if (!server) throw new Error('the server is not running')
  return server.pid
}

async function ask<Row extends object>(sql: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: embedded.url })
  client.on('error', () => undefined)
  await client.connect()
  return (await client.query<Row>(sql)).rows[0]
}

const countLocks = `select count(*)::int as locks from pg_locks where locktype = 'advisory' and granted`

/** Kills the server, and waits until the log says how it came back. */
async function killAndWait(pid: number, signal: NodeJS.Signals): Promise<string | undefined> {
  lines = []
  process.kill(pid, signal)
  await expect.poll(() => messages().at(-1)).toMatch(/started again|on its own/)
  return messages().at(-1)
}

describe('a built-in database that is kept running', () => {
  it('is started again after kill -9, at the same place, and the lock is taken again', async () => {
    const before = serverPid()
    expect(await killAndWait(before, 'SIGKILL')).toBe('the built-in database was started again')
    expect(serverPid()).not.toBe(before)
    expect(await ask(countLocks)).toEqual({ locks: 1 })
  })

  it('is started again where it was when it ended in order, its socket folder gone as well', async () => {
    expect(await killAndWait(serverPid(), 'SIGQUIT')).toBe('the built-in database was started again')
    const socketDir = new URL(embedded.url).searchParams.get('host') ?? ''
    lines = []
    process.kill(serverPid(), 'SIGINT')
    await rm(socketDir, { recursive: true, force: true })
    await expect.poll(() => messages().at(-1)).toContain('started again')
    expect(await ask(countLocks)).toEqual({ locks: 1 })
  })

  it('comes back by itself when one of its parts is killed, and is not started a second time', async () => {
    const before = serverPid()
    const part = await ask<{ pid: number }>('select pg_backend_pid() as pid')
    expect(await killAndWait(part!.pid, 'SIGKILL')).toBe('the built-in database came back on its own')
    expect(serverPid()).toBe(before)
    expect(await ask(countLocks)).toEqual({ locks: 1 })
  })

  it('is tried again for as long as it does not start, with its reason in the log', async () => {
    const settings = join(embedded.clusterDir, 'postgresql.auto.conf')
    const good = await readFile(settings, 'utf8')
    await appendFile(settings, `shared_buffers = 'plenty'\n`)
    lines = []
    process.kill(serverPid(), 'SIGKILL')
    await expect
      .poll(() => messages().filter((line) => line.includes('did not come back')).length)
      .toBeGreaterThan(2)
    expect(lines.at(-1)).toMatch(/FATAL.*postgresql\.auto\.conf.* contains errors/)
    await writeFile(settings, good)
    // What a full disk leaves of a lock file.
    const lock = join(embedded.clusterDir, 'postmaster.pid')
    await writeFile(lock, '')
    await utimes(lock, 0, 0)
    await expect.poll(() => messages().at(-1)).toBe('the built-in database was started again')
  })

  it('stays down once it is stopped, also while it was coming back', async () => {
    process.kill(serverPid(), 'SIGKILL')
    await expect.poll(() => messages().at(-1)).toContain('lost')
    await kept.stop()
    await embedded.stop()
    lines = []
    await sleep(400)
    expect([findRunningServer(embedded.clusterDir), messages()]).toEqual([undefined, []])
  })
})
