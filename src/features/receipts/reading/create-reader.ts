import type { Deps } from '../../../platform/deps.ts'
import { claimReceipt, renewalSeconds, renewClaim } from './claim-receipt.ts'
import { type ReadingPool, createReadingPool } from './reading-pool.ts'
import { releaseReceipt, storeProblem, storeReading } from './store-reading.ts'

export type ReadingDeps = Deps<'database' | 'jobs' | 'files' | 'log' | 'now'>

/** A file that ended its reader this often is kept unread. */
const maxTries = 4
const pauseMs = 20_000
/** How long the reader waits for another receipt before it ends and gives its memory back. */
const idleMs = 15_000

export interface Reader {
  /** Reads everything that waits, one receipt after the other. Calls at the same time share one run. */
  readWaiting(): Promise<void>
  end(): Promise<void>
}

export function createReader(deps: ReadingDeps, pool: ReadingPool = createReadingPool()): Reader {
  const served = new Map<string, number>()
  let running: Promise<void> | undefined
  let isAsked = false
  const ending = new AbortController()
  let idle: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    clearTimeout(idle)
    do {
      isAsked = false
      while (!ending.signal.aborted && (await readNext(deps, pool, served, ending.signal)));
    } while (isAsked && !ending.signal.aborted)
    idle = setTimeout(() => void pool.end(), idleMs).unref()
  }

  return {
    readWaiting() {
      // A caller during a run may have added a receipt after the run looked for the last time.
      isAsked = true
      running ??= run().finally(() => {
        running = undefined
      })
      return running
    },
    async end() {
      ending.abort()
      clearTimeout(idle)
      await pool.end()
    },
  }
}

/** Returns false if nothing waits. */
async function readNext(
  deps: ReadingDeps,
  pool: ReadingPool,
  served: Map<string, number>,
  ending: AbortSignal,
): Promise<boolean> {
  const claimed = await claimReceipt(deps, served)
  if (!claimed) return false
  const { businessId, id, tries } = claimed
  if (tries > maxTries) {
    await storeProblem(
      deps,
      claimed,
      'This file could not be read. Enter the fields yourself, or take another photo.',
    )
    return true
  }
  const renewal = setInterval(() => {
    renewClaim(deps, claimed).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a claim could not be renewed'),
    )
  }, renewalSeconds * 1000)
  try {
    const bytes = await deps.files.read({ businessId, id: claimed.originalId })
    const answer = await pool.run({ bytes, today: claimed.today })
    if ('problem' in answer) await storeProblem(deps, claimed, answer.problem)
    else await storeReading(deps, claimed, answer)
  } catch (error) {
    if (ending.aborted) {
      // The process is stopping. That is no fault of the file.
      await releaseReceipt(deps, claimed, { tries: tries - 1, until: null })
      return false
    }
    deps.log.warn({ err: error, businessId, receiptId: id, tries }, 'a receipt could not be read')
    await releaseReceipt(deps, claimed, { tries, until: new Date(deps.now().getTime() + pauseMs * tries) })
  } finally {
    clearInterval(renewal)
  }
  return true
}
