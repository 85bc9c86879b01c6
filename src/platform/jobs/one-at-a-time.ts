import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'

/** Does the work unless it is being done already, by whichever process. */
export async function oneAtATime(
  { database, log }: { database: Database; log: Logger },
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const client = await database.guards.connect()
  // Nothing is asked of this connection for long, so nobody else would hear that it broke.
  client.on('error', (error) => log.warn({ err: error, name }, 'lost the connection that kept others out'))
  try {
    const { rows } = await client.query<{ isFree: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isFree"',
      [name],
    )
    if (rows[0]?.isFree) await work()
    else log.info({ name }, 'this is under way already')
  } finally {
    // Closed, not given back: the lock goes with it, whatever happened.
    client.release(true)
  }
}
