import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface Replica {
  pool: pg.Pool
  /** Whether it has everything that the primary had when this was asked. */
  isUpToDate(): Promise<boolean>
}

interface ReplicaOptions {
  pool: pg.Pool
  primary: pg.Pool
  onError: (error: Error) => void
  /** How long one that is behind, and one that was gone, is left alone. */
  pace?: { waitMs: number; pollIntervalMs: number }
}

const defaultPace = { waitMs: 1000, pollIntervalMs: 10_000 }
const pollEveryMs = 50

export function createReplica({ pool, primary, onError, pace = defaultPace }: ReplicaOptions): Replica {
  let leftAloneUntil = 0

  async function hasReached(position: string): Promise<boolean> {
    // What is no standby, because both addresses lead to the same server, has no such position and lags behind nothing.
    const { rows } = await pool.query<{ isThere: boolean }>(
      `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, not pg_is_in_recovery()) as "isThere"`,
      [position],
    )
    return rows[0]?.isThere === true
  }

  return {
    pool,
    async isUpToDate() {
      if (Date.now() < leftAloneUntil) return false
      const { rows } = await primary.query<{ position: string }>(
        'select pg_current_wal_lsn()::text as position',
      )
      const position = rows[0]?.position ?? ''
      const until = Date.now() + pace.waitMs
      try {
        while (!(await hasReached(position))) {
          if (Date.now() > until) throw new Error('it is too far behind')
          await sleep(pollEveryMs)
        }
        return true
      } catch (error) {
        leftAloneUntil = Date.now() + pace.pollIntervalMs
        onError(new Error('Reports are read from the primary for a while.', { cause: error }))
        return false
      }
    },
  }
}
