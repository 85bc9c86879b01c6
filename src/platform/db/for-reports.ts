import type { Database } from './connect.ts'

/**
 * The database for what only reads, and reads much: the replica, once it has everything up to now, or else the primary.
 * Nobody misses there what they have just changed.
 */
export async function forReports(database: Database): Promise<Database> {
  const { replica } = database
  if (!replica || !(await replica.isUpToDate())) return database
  return { ...database, app: replica.pool, platform: replica.pool }
}
