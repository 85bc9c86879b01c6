import type { Logger } from 'pino'
import { takeInstanceLock } from './embedded/instance-lock.ts'
import { keepRunning } from './embedded/keep-running.ts'
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

/** The database of DATABASE_URL, or else the built-in one, started. With a log, it is kept running until it is closed. */
export async function openDatabase(settings: DatabaseSettings, log?: Logger): Promise<OpenedDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings
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
  const embedded = await startEmbeddedPostgres({ dataDir })
  const lock = await takeInstanceLock(embedded.url, dataDir)
  const kept = log && keepRunning({ embedded, lock, dataDir, log })
  return {
    url: embedded.url,
    place: embedded.clusterDir.startsWith(dataDir)
      ? dataDir
      : `${dataDir} (database in ${embedded.clusterDir})`,
    async close() {
      await (kept ? kept.stop() : lock.release())
      await embedded.stop()
    },
  }
}
