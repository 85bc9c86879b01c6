import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts'
import { makeDataFolder, startProduct } from '../test/support/product.ts'
import { median } from './load.ts'
import { startFloor } from './start-floor.ts'

const starts = 5
/** The time within which a process releases the memory that its start needed. */
const settleSeconds = 20

export interface MeasuredProcess {
  /** Seconds until the first page is served, with an existing database. */
  readySeconds: number
  floorReadySeconds: number
  /** Megabytes of an idle process. */
  nodeMb: number
  floorMb: number
  postgresMb: number
}

/** Measures the start and the memory of an idle process. */
export async function measureProcess(): Promise<MeasuredProcess> {
  const folder = await makeDataFolder()
  const start = () => startProduct({ MILLRACE_DATA: folder.dataDir })
  try {
    // Creates the database.
    await (await start()).stop()
    const seconds: number[] = []
    for (let index = 0; index < starts; index++) {
      const began = performance.now()
      const product = await start()
      seconds.push((performance.now() - began) / 1000)
      await product.stop()
    }
    const product = await start()
    await sleep(settleSeconds * 1000)
    const { url, clusterDir } = await startEmbeddedPostgres({ dataDir: folder.dataDir })
    const began = performance.now()
    const floor = await startFloor({ url, businessId: '', tasks: {} })
    const floorReadySeconds = (performance.now() - began) / 1000
    await sleep(2000)
    const figures = {
      readySeconds: median(seconds),
      floorReadySeconds,
      nodeMb: residentMb(product.child.pid ?? 0),
      floorMb: residentMb(floor.target('').pid),
      postgresMb: postgresMb(clusterDir),
    }
    floor.stop()
    await product.stop()
    return figures
  } finally {
    await folder.remove()
  }
}

export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Returns the memory of the database server and its child processes. Shared memory counts once. */
function postgresMb(clusterDir: string): number {
  const server = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const isOfServer = (pid: string) =>
    Number(pid) === server || new RegExp(`\\nPPid:\\s+${server}\\n`).test(statusOf(pid))
  const kilobytes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOfServer(name))
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

/** Returns an empty string if the process has ended. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
