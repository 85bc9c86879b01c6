import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface Replica {
  pool: pg.Pool
  /** Whether the replica has all changes that the primary had at the time of the call. */
  isUpToDate(): Promise<boolean>
}

interface ReplicaOptions {
  pool: pg.Pool
  primary: pg.Pool
  onError: (error: Error) => void
  /** How long to wait for a replica that is behind, and how long not to use it after it failed. */
  pace?: { waitMs: number; pollIntervalMs: number }
}

const defaultPace = { waitMs: 1000, pollIntervalMs: 10_000 }
const pollEveryMs = 50

export function createReplica({ pool, primary, onError, pace = defaultPace }: ReplicaOptions): Replica {
  let pausedUntil = 0

  async function checkReached(position: string): Promise<boolean> {
    // If both addresses lead to the same server, that has no replay position and never lags.
    const { rows } = await pool.query<{ hasReached: boolean }>(
      `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, not pg_is_in_recovery()) as "hasReached"`,
      [position],
    )
    return rows[0]?.hasReached === true
  }

  return {
    pool,
    async isUpToDate() {
      if (Date.now() < pausedUntil) return false
      const { rows } = await primary.query<{ position: string }>(
        'select pg_current_wal_lsn()::text as position',
      )
      const position = rows[0]?.position ?? ''
      const until = Date.now() + pace.waitMs
      try {
        while (!(await checkReached(position))) {
          if (Date.now() > until) throw new Error('it is too far behind')
          await sleep(pollEveryMs)
        }
        return true
      } catch (error) {
        pausedUntil = Date.now() + pace.pollIntervalMs
        onError(new Error('Reports are read from the primary for a while.', { cause: error }))
        return false
      }
    },
  }
}
