import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultClient } from './client.ts'
import { type FaultWorld, processesOf } from './world.ts'

export interface FaultLength {
  /** How long the database stands still, and the disk is full at least. */
  stillMs: number
  fullMs: number
  /** How long a fault may take to show, and everything to go on after it. */
  patienceMs: number
}

/** Does the harm, and comes back as soon as it is over; what has to be done by hand is done by then. */
type Fault = (world: FaultWorld, length: FaultLength, counts: FaultClient['counts']) => Promise<void>

async function killNode(world: FaultWorld): Promise<void> {
  const { child, ended } = world.product()
  child.kill('SIGKILL')
  await ended
}

/** Waits as long as a fault may take to show; what did not show by then is for the test to complain about. */
async function until(isSo: () => boolean | Promise<boolean>, { patienceMs }: FaultLength): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isSo()) && Date.now() < end) await sleep(20)
}

const waitsForInvoices = `select from pg_locks where relation = 'invoices'::regclass and not granted`

/** While a request waits for the database: it is the one that is certainly refused. */
async function killPostgres(world: FaultWorld, length: FaultLength): Promise<void> {
  void world.ask('begin; lock table invoices; select pg_sleep(3600)').catch(() => undefined)
  await until(async () => (await world.ask(waitsForInvoices)).length > 0, length)
  process.kill(world.postmaster(), 'SIGKILL')
}

/** One of those that answer the product, in the middle of whatever it does. Postgres then throws out all the others. */
async function killBackend(world: FaultWorld): Promise<void> {
  const [backend] = await world.ask<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'millrace_app' order by query_start desc limit 1`,
  )
  if (!backend) throw new Error('nothing of Postgres answers the product')
  process.kill(backend.pid, 'SIGKILL')
}

/** It is there and says nothing: what a lost network looks like as well. */
async function standStill(world: FaultWorld, { stillMs }: FaultLength): Promise<void> {
  const all = await processesOf(world.postmaster())
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended since.
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

/** First tables cannot grow any more; then there is no next piece of the log either, without which Postgres does not run. */
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
