import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultClient } from './client.ts'
import { type FaultWorld, processesOf } from './world.ts'

export interface FaultLength {
  /** How long the database is stopped, and how long the disk is full at least. */
  stillMs: number
  fullMs: number
  /** How long a fault may take to show, and the product to recover. */
  timeoutMs: number
}

/** Causes the fault and resolves as soon as it is over, including any manual repair. */
type Fault = (world: FaultWorld, length: FaultLength, counts: FaultClient['counts']) => Promise<void>

async function killNode(world: FaultWorld): Promise<void> {
  const { child, ended } = world.product()
  child.kill('SIGKILL')
  await ended
}

/** Waits as long as a fault may take to show. The test reports it if it did not. */
async function until(isSo: () => boolean | Promise<boolean>, { timeoutMs }: FaultLength): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await isSo()) && Date.now() < end) await sleep(20)
}

const waitsForInvoices = `select from pg_locks where relation = 'invoices'::regclass and not granted`

/** Kills Postgres while a request waits for it, so that at least this request is refused. */
async function killPostgres(world: FaultWorld, length: FaultLength): Promise<void> {
  void world.ask('begin; lock table invoices; select pg_sleep(3600)').catch(() => undefined)
  await until(async () => (await world.ask(waitsForInvoices)).length > 0, length)
  process.kill(world.postmaster(), 'SIGKILL')
}

/** Kills a backend of the product in the middle of its work. Postgres then terminates all the others. */
async function killBackend(world: FaultWorld): Promise<void> {
  const [backend] = await world.ask<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'millrace_app' order by query_start desc limit 1`,
  )
  if (!backend) throw new Error('nothing of Postgres answers the product')
  process.kill(backend.pid, 'SIGKILL')
}

/** Stops Postgres without ending it, which looks like a lost network. */
async function standStill(world: FaultWorld, { stillMs }: FaultLength): Promise<void> {
  const all = await processesOf(world.postmaster())
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended.
      }
    }
  }
  signal('SIGSTOP')
  try {
    await sleep(stillMs)
  } finally {
    signal('SIGCONT')
  }
}

/**
 * Fills the disk. First tables cannot grow, and then there is no space for the next WAL segment, without
 * which Postgres does not run.
 */
async function fillDisk(
  world: FaultWorld,
  length: FaultLength,
  counts: FaultClient['counts'],
): Promise<void> {
  if (!world.disk) throw new Error('there is no disk that can be filled')
  const { fullMs } = length
  const { refusedForRoom, readsWithoutRoom } = counts
  await world.disk.fill()
  try {
    await sleep(fullMs / 2)
    await until(
      () => counts.refusedForRoom > refusedForRoom && counts.readsWithoutRoom > readsWithoutRoom,
      length,
    )
    for (let n = 0; n < 4; n++) {
      await world
        .ask(`select pg_switch_wal(), pg_logical_emit_message(false, 'fault', 'next')`)
        .catch(() => undefined)
      await sleep(fullMs / 8)
    }
  } finally {
    await world.disk.free()
  }
}

const turnClock =
  (seconds: number): Fault =>
  async (world) => {
    if (!world.turnClock) throw new Error('there is no clock that can be turned')
    await world.turnClock(seconds)
    await sleep(1500)
  }

const hour = 3600
const day = 24 * hour

export const faults = {
  'kill -9 of Node': async (world) => {
    await killNode(world)
    await world.start()
  },
  'kill -9 of Postgres': killPostgres,
  'kill -9 of a part of Postgres': killBackend,
  'kill -9 of both': async (world) => {
    process.kill(world.postmaster(), 'SIGKILL')
    await killNode(world)
    await world.start()
  },
  'Postgres stands still': standStill,
  'disk full': fillDisk,
  'clock an hour ahead': turnClock(hour),
  'clock a day back': turnClock(-day),
  'clock right again': turnClock(day),
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
const names = Object.keys(faults) as FaultName[]
export const clockFaults = names.filter((name) => name.startsWith('clock'))
export const otherFaults = names.filter((name) => !name.startsWith('clock'))
