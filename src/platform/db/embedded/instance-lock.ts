import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseError } from '../database-error.ts'

const instanceLock = 5_172_013

export interface InstanceLock {
  /** Resolves when the connection that holds the lock is closed, which releases the lock. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

/** Lets one process use the built-in database. Postgres releases the lock however the process ends. */
export async function takeInstanceLock(url: string, dataDir: string): Promise<InstanceLock> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  client.once('end', resolve)
  // Without a listener an error would end the process. The 'end' event that follows is what matters.
  client.on('error', () => undefined)
  const release = async () => client.end().catch(() => undefined)
  try {
    await client.connect()
    // The connection of a process that was just killed may take a moment to close.
    for (let tries = 0; tries < 15; tries++) {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
        instanceLock,
      ])
      if (rows[0]?.free) return { lost, release }
      await sleep(100)
    }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  throw new DatabaseError(`Millrace is already running on the data in ${dataDir}. Stop it first.`)
}
