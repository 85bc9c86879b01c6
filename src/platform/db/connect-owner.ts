import pg from 'pg'
import { DatabaseError } from './database-error.ts'

/** One connection as the owner of the tables, for what commands do. */
export async function connectOwner(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    // A migration and a backup take as long as they take. A pooler, which would lend the connection to others in between,
    // refuses to be told.
    options: '-c statement_timeout=0',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // What is lost in the middle of a query fails that query; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const { message } = error as Error
    throw new DatabaseError(
      message.includes('unsupported startup parameter')
        ? 'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL beside it, to reach the database itself where that is needed.'
        : `The database cannot be reached: ${message}`,
      { cause: error },
    )
  }
  return client
}
