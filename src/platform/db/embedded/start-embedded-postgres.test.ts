import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'

const settings = { fsync: 'off' }
const isRoot = process.getuid?.() === 0
let base: string
let dataDir: string

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'millrace test '))
  await chmod(base, 0o711)
  dataDir = join(base, `a "long" path, ${'with spaces '.repeat(10)}`.trim(), 'data')
})

afterAll(async () => {
  await rm(base, { recursive: true, force: true })
})

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function serverPid(postgres: EmbeddedPostgres): Promise<number> {
  return Number.parseInt(await readFile(join(postgres.clusterDir, 'postmaster.pid'), 'utf8'), 10)
}

/**
 * Another process that starts the server, prints whether it adopted it and where it is, and then ends or
 * stays.
 */
function startElsewhere(folder: string, after: 'ends' | 'stays') {
  const module = JSON.stringify(new URL('start-embedded-postgres.ts', import.meta.url).href)
  const options = JSON.stringify({ dataDir: folder, settings })
  const script = `
    const { startEmbeddedPostgres } = await import(${module})
    const { url, adopted } = await startEmbeddedPostgres(${options})
    console.log(adopted, url)
    ${after === 'stays' ? 'setInterval(() => {}, 1000)' : ''}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

describe('the embedded Postgres', () => {
  it('gives a database owned by a role that is no superuser, and keeps its rows over a restart', async () => {
    const first = await startEmbeddedPostgres({ dataDir, settings })
    expect(first.adopted).toBe(false)
    expect(first.clusterDir).toBe(join(dataDir, 'postgres'))
    const [role] = await query(
      first.url,
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`,
    )
    expect(role).toEqual({
      rolname: 'millrace_owner',
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: true,
      rolcreatedb: true,
    })
    const [server] = await query(
      first.url,
      `select current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
        current_setting('synchronous_commit') as commits, lower('ÉTÉ') as lower,
        (select nspowner::regrole::text from pg_namespace where nspname = 'public') as owner`,
    )
    expect(server).toEqual({ tcp: '', checksums: 'on', commits: 'on', lower: 'été', owner: 'millrace_owner' })
    await query(first.url, `create table kept as select 'here' as word`)
    await first.stop()

    const second = await startEmbeddedPostgres({ dataDir, settings })
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'here' }])
    await second.stop()
  })

  it('lets nobody but its own user into the folder of its socket', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, settings })
    const socketDir = new URL(postgres.url).searchParams.get('host') ?? ''
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700)
    await postgres.stop()
  })

  it('takes over the server that a killed process left behind, and can stop it', async () => {
    const lost = startElsewhere(dataDir, 'stays')
    await once(lost.stdout, 'data')
    lost.kill('SIGKILL')
    await once(lost, 'exit')

    const found = await startEmbeddedPostgres({ dataDir, settings })
    expect(found.adopted).toBe(true)
    expect(await query(found.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await found.stop()
    await expect(query(found.url, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  })

  it('starts after the server itself was killed, with every committed row', async () => {
    const killed = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'on' } })
    await query(killed.url, 'create table committed as select 42 as answer')
    process.kill(await serverPid(killed), 'SIGKILL')

    const next = await startEmbeddedPostgres({ dataDir, settings })
    expect(next.adopted).toBe(false)
    expect(next.url).toBe(killed.url)
    expect(await query(next.url, 'select answer from committed')).toEqual([{ answer: 42 }])
    await next.stop()
  })

  it('starts when another program has the process number of the killed server', async () => {
    const killed = await startEmbeddedPostgres({ dataDir, settings })
    const { uid, gid } = await stat(killed.clusterDir)
    process.kill(await serverPid(killed), 'SIGKILL')
    const bystander = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
    const pidFile = join(killed.clusterDir, 'postmaster.pid')
    const lock = join(new URL(killed.url).searchParams.get('host') ?? '', '.s.PGSQL.5432.lock')
    for (const file of [pidFile, lock]) {
      await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(bystander.pid)))
    }

    const next = await startEmbeddedPostgres({ dataDir, settings })
    expect(next.adopted).toBe(false)
    expect(bystander.exitCode).toBeNull()
    bystander.kill()
    await next.stop()
  })

  it('is stopped once, however often that is asked for', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, settings })
    await Promise.all([postgres.stop(), postgres.stop()])
    await postgres.stop()
    await expect(serverPid(postgres)).rejects.toThrow('ENOENT')
  })

  it('is one server for two processes that make it at the same moment, and holds neither back from ending', async () => {
    const folder = join(base, 'two at once')
    const both = [startElsewhere(folder, 'ends'), startElsewhere(folder, 'ends')]
    const reports = await Promise.all(both.map((child) => text(child.stdout)))
    const [one, other] = reports.map((line) => line.trim().split(' '))
    expect(new Set([one?.[0], other?.[0]])).toEqual(new Set(['true', 'false']))
    expect(one?.[1]).toBe(other?.[1])

    const found = await startEmbeddedPostgres({ dataDir: folder, settings })
    expect(found.adopted).toBe(true)
    await found.stop()
  })

  it('works in a folder that only its owner can enter, and starts afresh when the data folder is gone', async () => {
    const closed = join(base, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const folder = join(closed, 'data')
    const clusters: string[] = []
    for (let round = 0; round < 2; round++) {
      const postgres = await startEmbeddedPostgres({ dataDir: folder, settings })
      expect(await query(postgres.url, `select from pg_tables where tablename = 'mine'`)).toEqual([])
      await query(postgres.url, 'create table mine ()')
      await postgres.stop()
      clusters.push(dirname(postgres.clusterDir))
      await rm(folder, { recursive: true })
    }
    for (const cluster of clusters) expect(cluster.startsWith('/var/lib/millrace/')).toBe(isRoot)
    await Promise.all(clusters.map((cluster) => rm(cluster, { recursive: true, force: true })))
  })

  it('says in one sentence why the server did not start', async () => {
    const start = startEmbeddedPostgres({ dataDir, settings: { ...settings, shared_buffers: 'plenty' } })
    await expect(start).rejects.toThrow(/^The database did not start: .*plenty.*postgres\.log\)$/)
  })

  it('refuses the data of another major version', async () => {
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(/was made by Postgres 17/)
  })
})
