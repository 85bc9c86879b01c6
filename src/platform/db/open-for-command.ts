import { stat } from 'node:fs/promises'
import { connectOwner } from './connect-owner.ts'
import { DatabaseError } from './database-error.ts'
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts'
import { type DatabaseSettings, openDatabase } from './open-database.ts'

interface OpenedForCommand {
  url: string
  close(): Promise<void>
}

/** Opens a database that exists, whether or not the product is running on it. */
export async function openBeside(settings: DatabaseSettings): Promise<OpenedForCommand> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl || (await stat(dataDir).catch(() => undefined))) return openOrCreateBeside(settings)
  throw new DatabaseError(`The data folder ${dataDir} does not exist.`)
}

export async function openOrCreateBeside(settings: DatabaseSettings): Promise<OpenedForCommand> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl) return openDatabase(settings)
  const { url, adopted } = await startEmbeddedPostgres({ dataDir })
  // A running server belongs to the product. Otherwise openDatabase keeps the product from starting on it.
  return adopted ? { url, close: async () => undefined } : openDatabase(settings)
}

/** Opens the database, and fails if the product is running on it. */
export async function openAlone(settings: DatabaseSettings): Promise<OpenedForCommand> {
  const opened = await openDatabase(settings)
  try {
    await assertNotRunning(opened.url, opened.poolerUrl !== undefined)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The built-in database has a lock for this. An external database may be in use from other machines. */
async function assertNotRunning(url: string, isPooled: boolean): Promise<void> {
  const client = await connectOwner(url, 'millrace_command')
  try {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database()
         and application_name in ('millrace_app', 'millrace_auth', 'millrace_platform', 'millrace_live')`,
    )
    if (rows.length === 0) return
    throw new DatabaseError(
      isPooled
        ? 'Millrace is running on this database, or its pooler still keeps connections open. Stop both first.'
        : 'Millrace is running on this database. Stop it first.',
    )
  } finally {
    await client.end()
  }
}
