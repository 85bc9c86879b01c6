import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseError } from './database-error.ts'
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts'

export interface DatabaseSettings {
  databaseUrl: string | undefined
  /** Where sessions of one's own are had, when databaseUrl is a pooler's. */
  databaseDirectUrl?: string | undefined
  dataDir: string
}

export interface OpenedDatabase {
  /** How the owner connects, with a session of its own. */
  url: string
  /** The pooler in front of it, if there is one. */
  poolerUrl?: string | undefined
  /** Where the data lies, in words without a password. */
  place: string
  close(): Promise<void>
}

const instanceLock = 5_172_013

/**
 * One process only works on the built-in database. The lock lives in Postgres and so ends with the process, however
 * that ends.
 */
async function holdInstanceLock(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // Losing this connection means losing the server; the pools notice that too.
  client.on('error', () => undefined)
  await client.connect()
  // The connection of a process that was killed a moment ago may take another moment to go.
  for (let tries = 0; tries < 15; tries++) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      instanceLock,
    ])
    if (rows[0]?.free) return client
    await sleep(100)
  }
  await client.end()
  throw new DatabaseError(`Millrace is already running on the data in ${dataDir}; stop it first.`)
}

/** The database of DATABASE_URL, or else the built-in one, started. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenedDatabase> {
  const { databaseUrl, databaseDirectUrl } = settings
  if (databaseUrl) {
    const url = databaseDirectUrl ?? databaseUrl
    const { host, pathname } = new URL(url)
    return {
      url,
      poolerUrl: databaseDirectUrl && databaseUrl,
      place: `Postgres at ${host}${pathname}${databaseDirectUrl ? `, through ${new URL(databaseUrl).host}` : ''}`,
      close: async () => undefined,
    }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir })
  const lock = await holdInstanceLock(embedded.url, settings.dataDir)
  return {
    url: embedded.url,
    place: embedded.clusterDir.startsWith(settings.dataDir)
      ? settings.dataDir
      : `${settings.dataDir} (database in ${embedded.clusterDir})`,
    async close() {
      await lock.end().catch(() => undefined)
      await embedded.stop()
    },
  }
}
