import type { Database } from './connect.ts'

/**
 * Returns the database for large reads: the replica if it has all changes up to now, otherwise the primary.
 * So users always see what they have just changed.
 */
export async function forReports(database: Database): Promise<Database> {
  const { replica } = database
  if (!replica || !(await replica.isUpToDate())) return database
  return { ...database, app: replica.pool, platform: replica.pool }
}
