import pg from 'pg'
import { DatabaseError } from './database-error.ts'

/** One connection as the owner of the tables, for what commands do. */
export async function connectOwner(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // What is lost in the middle of a query fails that query; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseError(`The database cannot be reached: ${(error as Error).message}`, { cause: error })
  }
  return client
}
