import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.mjs'
import { serverEnvironment } from '../../../src/platform/db/embedded/cluster.ts'
import { databaseName } from '../../../src/platform/db/embedded/database.ts'
import { readPidFile } from '../../../src/platform/db/embedded/process.ts'
import { askServer } from '../../../src/platform/db/embedded/socket.ts'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/start-embedded-postgres.ts'
import { type Product, removeData, startProduct } from '../product.ts'

const run = promisify(execFile)
const roomy = '4g'

export interface FaultWorld {
  readonly url: string
  readonly dataDir: string
  readonly databaseUrl: string
  /** The running product. After a kill, `start` starts it again. */
  product(): Product
  start(): Promise<void>
  /** The output of all products of this world. */
  output(): string
  /** The process id of the Postgres postmaster. */
  postmaster(): number
  /** Queries as a superuser, to whom all rows are visible. */
  ask<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Undefined where a disk of a chosen size cannot be mounted. */
  readonly disk: Disk | undefined
  /** Undefined unless requested. */
  readonly turnClock: ((seconds: number) => Promise<void>) | undefined
  remove(): Promise<void>
}

interface Disk {
  isFull(): boolean
  fill(): Promise<void>
  free(): Promise<void>
}

/**
 * Mounts a disk in memory whose size can be changed. That needs root and the right to mount, which containers
 * often lack.
 */
async function mountDisk(folder: string): Promise<Disk | undefined> {
  await mkdir(folder)
  const options = `size=${roomy},mode=0711`
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).catch(() => undefined)
  if (!mounted) return undefined
  const resize = (size: string) => run('mount', ['-o', `remount,size=${size}`, folder])
  let isFull = false
  return {
    isFull: () => isFull,
    async fill() {
      // The product writes at the same time, and a disk cannot be made smaller than its content.
      for (let tries = 0; ; tries++) {
        const { blocks, bfree, bsize } = await statfs(folder)
        try {
          await resize(String((blocks - bfree) * bsize))
          isFull = true
          return
        } catch (error) {
          if (tries === 50) throw error
        }
      }
    },
    async free() {
      isFull = false
      await resize(roomy)
    },
  }
}

/** Prepares libfaketime, which gives Node and Postgres another time than the machine's. */
async function prepareClock(folder: string, library: string) {
  const file = join(folder, 'clock')
  let offset = 0
  const turnClock = async (seconds: number) => {
    offset += seconds
    await writeFile(file, `${offset < 0 ? '' : '+'}${offset}\n`, { mode: 0o644 })
  }
  await turnClock(0)
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Monotonic clocks, which measure durations, do not jump, as on a real machine.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { turnClock, env }
}

/** Starts the real product with its own data folder, on a disk whose size can be changed if possible. */
export async function startFaultWorld({ clockLibrary }: { clockLibrary?: string } = {}): Promise<FaultWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-faults-'))
  await chmod(folder, 0o711)
  const diskFolder = join(folder, 'disk')
  const disk = await mountDisk(diskFolder)
  const dataDir = join(diskFolder, 'data')
  const clock = clockLibrary === undefined ? undefined : await prepareClock(folder, clockLibrary)
  const env = {
    MILLRACE_DATA: dataDir,
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
    ...clock?.env,
  }
  // The product passes none of its environment to its database server. This server is started first, and the
  // product takes it over.
  Object.assign(serverEnvironment, clock?.env)
  const { url: databaseUrl, clusterDir } = await startEmbeddedPostgres({ dataDir })
  for (const name of Object.keys(clock?.env ?? {})) Reflect.deleteProperty(serverEnvironment, name)
  const socketDir = new URL(databaseUrl).searchParams.get('host') ?? ''
  let product = await startProduct(env)
  let before = ''

  return {
    url: product.url,
    dataDir,
    databaseUrl,
    disk,
    turnClock: clock?.turnClock,
    product: () => product,
    async start() {
      before += product.output()
      product = await startProduct(env)
    },
    output: () => before + product.output(),
    postmaster() {
      const { pid = 0 } = readPidFile(clusterDir) ?? {}
      if (!(pid > 1)) throw new Error('there is no Postgres to be hit')
      return pid
    },
    async ask<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      const answer = await askServer(socketDir, databaseName)
      if (typeof answer === 'string') throw new Error(`Postgres is ${answer}`)
      try {
        return (await answer.client.query<Row>(sql, values)).rows
      } finally {
        await answer.client.end()
      }
    },
    async remove() {
      await disk?.free()
      product.child.kill('SIGKILL')
      await product.ended
      await removeData(dataDir)
      if (disk) await run('umount', [diskFolder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the process ids of a Postgres: the postmaster and its children. */
export async function processesOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
}
