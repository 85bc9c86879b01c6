import type { Database } from './connect.ts'

/** Returns the replica if it has all changes up to now, so that users see their own; else the primary. */
export async function forReports(database: Database): Promise<Database> {
  const { replica } = database
  if (!replica || !(await replica.isUpToDate())) return database
  return { ...database, app: replica.pool, platform: replica.pool }
}
