import pg from 'pg'
import { expect } from 'vitest'

/**
 * Waits until this many connections of the database are waiting for a lock. Locks of commits that notify do
 * not count.
 */
export async function waitForLock(url: string, count = 1): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const waiting = async () => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.locktype <> 'object' and a.datname = current_database()`,
      )
      return rows[0]?.count ?? 0
    }
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
  } finally {
    await client.end()
  }
}
