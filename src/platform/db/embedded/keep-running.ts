import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { backoff } from '../../../shared/backoff.ts'
import { type InstanceLock, takeInstanceLock } from './instance-lock.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

interface KeepRunningOptions {
  embedded: EmbeddedPostgres
  lock: InstanceLock
  dataDir: string
  log: Logger
  pace?: Pace
}

interface Pace {
  retry: { firstMs: number; maxMs: number }
  /** A server that dies sooner than this counts as a further failure, and is restarted after a delay. */
  steadyMs: number
}

const defaultPace: Pace = { retry: { firstMs: 250, maxMs: 10_000 }, steadyMs: 10_000 }

/**
 * Restarts the built-in database and never gives up: most causes (full disk, no memory) pass. The connection
 * that holds the lock closes when the server ends or one of its processes crashes.
 */
export function keepRunning(options: KeepRunningOptions): { stop(): Promise<void> } {
  const { embedded, dataDir, log, pace = defaultPace } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let { lock } = options
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let failures = 0

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const began = Date.now()
      await Promise.race([lock.lost, stopped])
      if (signal.aborted) return
      if (Date.now() - began > pace.steadyMs) failures = 0
      await recover()
    }
  }

  async function recover(): Promise<void> {
    const lostAt = Date.now()
    log.error('lost the built-in database; bringing it back')
    while (!signal.aborted) {
      if (failures > 0)
        await sleep(backoff(failures, pace.retry), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      failures += 1
      try {
        const { wasStarted } = await embedded.startAgain(signal)
        lock = await takeInstanceLock(embedded.url, dataDir)
        const how = wasStarted ? 'was started again' : 'came back on its own'
        log.warn({ afterMs: Date.now() - lostAt }, `the built-in database ${how}`)
        return
      } catch (error) {
        if (signal.aborted) return
        log.error({ err: error, tries: failures }, 'the built-in database did not come back; trying again')
      }
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await watching
      await lock.release()
    },
  }
}
