import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'

/** Runs the work, unless this or another process is already running it. */
export async function oneAtATime(
  { database, log }: { database: Database; log: Logger },
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const client = await database.guards.connect()
  // No query runs on this connection for a long time, so only this listener notices that it broke.
  client.on('error', (error) => log.warn({ err: error, name }, 'lost the connection that kept others out'))
  try {
    const { rows } = await client.query<{ isFree: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isFree"',
      [name],
    )
    if (rows[0]?.isFree) await work()
    else log.info({ name }, 'this is already running')
  } finally {
    // Closed instead of returned to the pool, so that the lock is always released.
    client.release(true)
  }
}
