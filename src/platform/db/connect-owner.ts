import pg from 'pg'
import { DatabaseError } from './database-error.ts'

/** Opens one connection as the owner of the tables, for commands. */
export async function connectOwner(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    // No time limit: a migration or a backup may take long. A pooler, which would lend the connection to
    // other clients between transactions, refuses this parameter.
    options: '-c statement_timeout=0',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A lost connection fails the query that is running. Without a listener the error would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const { message } = error as Error
    throw new DatabaseError(
      message.includes('unsupported startup parameter')
        ? 'DATABASE_URL points to a pooler. Also set DATABASE_DIRECT_URL, so that the database itself can be reached where needed.'
        : `The database cannot be reached: ${message}`,
      { cause: error },
    )
  }
  return client
}
