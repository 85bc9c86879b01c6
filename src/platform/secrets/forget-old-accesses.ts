import type { Database } from '../db/connect.ts'

/** An access is kept for a year. */
export async function forgetOldAccesses(database: Database): Promise<void> {
  await database.platform.query(`delete from secret_accesses where created_at < now() - interval '1 year'`)
}
