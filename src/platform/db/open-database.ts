import type { Logger } from 'pino'
import { takeInstanceLock } from './embedded/instance-lock.ts'
import { keepRunning } from './embedded/keep-running.ts'
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts'

export interface DatabaseSettings {
  databaseUrl: string | undefined
  /** The address without the pooler, if databaseUrl is a pooler's. */
  databaseDirectUrl?: string | undefined
  dataDir: string
}

export interface OpenedDatabase {
  /** The owner's connection string, never through a pooler. */
  url: string
  /** The pooler in front of it, if there is one. */
  poolerUrl?: string | undefined
  /** Where the data is, as text without a password. */
  location: string
  close(): Promise<void>
}

/** Opens DATABASE_URL or starts the built-in one. With a log, that is restarted until it is closed. */
export async function openDatabase(settings: DatabaseSettings, log?: Logger): Promise<OpenedDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings
  if (databaseUrl) {
    const url = databaseDirectUrl ?? databaseUrl
    const { host, pathname } = new URL(url)
    return {
      url,
      poolerUrl: databaseDirectUrl && databaseUrl,
      location: `Postgres at ${host}${pathname}${databaseDirectUrl ? `, through ${new URL(databaseUrl).host}` : ''}`,
      close: async () => undefined,
    }
  }
  const embedded = await startEmbeddedPostgres({ dataDir })
  const lock = await takeInstanceLock(embedded.url, dataDir)
  const watchdog = log && keepRunning({ embedded, lock, dataDir, log })
  return {
    url: embedded.url,
    location: embedded.clusterDir.startsWith(dataDir)
      ? dataDir
      : `${dataDir} (database in ${embedded.clusterDir})`,
    async close() {
      await (watchdog ? watchdog.stop() : lock.release())
      await embedded.stop()
    },
  }
}
