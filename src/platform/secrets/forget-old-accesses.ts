import type { Database } from '../db/connect.ts'

/** What the owner's activity list shows, readings of secrets and sensitive changes, is kept for a year. */
export async function forgetOldAccesses(database: Database): Promise<void> {
  await database.platform.query(`delete from secret_accesses where created_at < now() - interval '1 year'`)
  await database.platform.query(`delete from account_activity where created_at < now() - interval '1 year'`)
}
