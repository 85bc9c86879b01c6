import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../random.ts'
import { type Tally, findWrongs, letTimePass, tallyWrites, waitUntilSettled } from './checks.ts'
import { type FaultLength, type FaultName, faults } from './kinds.ts'
import { type Load, type Write, startLoad } from './load.ts'
import { type FaultWorld, startFaultWorld } from './world.ts'

interface FaultOptions extends FaultLength {
  /** One per round, in this order. */
  order: readonly FaultName[]
  seed: number
  /** The number of writes before each fault, so that a slow machine is tested as thoroughly as a fast one. */
  writesBefore: number
  /** A factor for the pauses of the load's streams. */
  pauses?: number
  /** Skips the backoff of jobs instead of waiting for it. */
  hasten: boolean
  clockLibrary?: string | undefined
  report?: (line: string) => void
}

export interface FaultRow extends Tally {
  fault: FaultName
  refused: number
  seconds: number
}

export interface FaultResult {
  rows: FaultRow[]
  problems: string[]
  /** Faults that are not possible on this machine. */
  skipped: FaultName[]
  /** While the disk was full: writes that were refused for that reason, and reads that succeeded. */
  withoutRoom: { refused: number; reads: number }
  output: string
}

interface SyncBatch {
  fault: FaultName
  writes: Write[]
  refused: number
  seconds: number
}

/**
 * Causes faults one after the other on one product under load. Afterwards everything must exist once and be
 * consistent.
 */
export async function runFaults(options: FaultOptions): Promise<FaultResult> {
  const { report = () => undefined, clockLibrary } = options
  const world = await startFaultWorld({ ...(clockLibrary !== undefined && { clockLibrary }) })
  try {
    const order = options.order.filter((name) => name !== 'disk full' || world.disk)
    const skipped = options.order.filter((name) => !order.includes(name))
    const load = await startLoad(world, { label: `seed${options.seed}`, pauses: options.pauses ?? 1 })
    const rounds: SyncBatch[] = []
    const random = randomFrom(options.seed)
    for (const fault of order) {
      rounds.push(await playRound(world, load, fault, options, random))
      const { seconds, refused } = rounds.at(-1)!
      report(
        `round ${rounds.length} of ${order.length}: ${fault}, well again after ${seconds} s, ${refused} refused`,
      )
      if (load.problems.length > 0) break
    }
    await load.stop()
    const { refusedForRoom, readsWithoutRoom } = load.counts
    const withoutRoom = { refused: refusedForRoom, reads: readsWithoutRoom }
    if (load.problems.length > 0)
      return { rows: [], problems: load.problems, skipped, withoutRoom, output: world.output() }
    if (options.hasten) await restartLater(world)
    await waitUntilSettled(world, options.timeoutMs * 3)
    const problems = await findWrongs(world)
    const tally = await tallyWrites(world, load.writes)
    const rows = rounds.map(({ writes, ...rest }) => ({ ...rest, ...tally(writes) }))
    const all = tally(load.writes)
    if (all.lost + all.doubled > 0) problems.push(`${all.lost} writes lost, ${all.doubled} doubled`)
    if ((await world.product().stop()) !== 0) problems.push('the product did not stop cleanly')
    return { rows, problems, skipped, withoutRoom, output: world.output() }
  } finally {
    await world.remove()
  }
}

async function restartLater(world: FaultWorld): Promise<void> {
  const { child, ended } = world.product()
  child.kill('SIGKILL')
  await ended
  await letTimePass(world)
  await world.start()
}

async function playRound(
  world: FaultWorld,
  load: Load,
  fault: FaultName,
  options: FaultOptions,
  random: () => number,
): Promise<SyncBatch> {
  const first = load.writes.length
  const { refused } = load.counts
  while (load.writes.length < first + options.writesBefore && load.problems.length === 0) await sleep(10)
  await sleep(random() * 200)
  const began = Date.now()
  await faults[fault](world, options, load.counts)
  const over = Date.now()
  await load.untilAllGoOn(over, options.timeoutMs)
  // Faults that need a restart last from the kill on, the others from their end.
  const since = over - began < 200 || isRestart(fault) ? began : over
  const again = load.writes.find(({ acknowledgedAt }) => acknowledgedAt >= over)?.acknowledgedAt ?? NaN
  const seconds = Math.round((again - since) / 100) / 10
  return { fault, writes: load.writes.slice(first), refused: load.counts.refused - refused, seconds }
}

function isRestart(fault: FaultName): boolean {
  return fault === 'kill -9 of Node' || fault === 'kill -9 of both'
}
