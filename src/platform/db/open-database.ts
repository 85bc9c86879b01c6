import type { Logger } from 'pino'
import { takeInstanceLock } from './embedded/instance-lock.ts'
import { keepRunning } from './embedded/keep-running.ts'
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts'

export interface OpenedDatabase {
  /** How the owner connects. */
  url: string
  /** Where the data lies, in words without a password. */
  place: string
  close(): Promise<void>
}

/** The database of DATABASE_URL, or else the built-in one, started. With a log, it is kept running until it is closed. */
export async function openDatabase(
  settings: {
    databaseUrl: string | undefined
    dataDir: string
  },
  log?: Logger,
): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl) {
    const { host, pathname } = new URL(databaseUrl)
    return {
      url: databaseUrl,
      place: `Postgres at ${host}${pathname}`,
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
