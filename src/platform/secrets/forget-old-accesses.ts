import type { Database } from '../db/connect.ts'

/** Deletes entries of the owner's activity list (accesses to secrets, sensitive changes) after a year. */
export async function forgetOldAccesses(database: Database): Promise<void> {
  await database.platform.query(`delete from secret_accesses where created_at < now() - interval '1 year'`)
  await database.platform.query(`delete from account_activity where created_at < now() - interval '1 year'`)
}
