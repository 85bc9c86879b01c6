import type { Config } from '../config.ts'
import type { BeforeChange } from '../platform/db/migrate.ts'
import { readVersion } from '../product-version.ts'
import { backUpBeforeUpdate } from './back-up-before-update.ts'

/** What every program does before an update. An operator's own database is left to its own backups. */
export function keepBeforeUpdate(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  url: string,
  tell: (file: string) => void,
): BeforeChange | undefined {
  if (databaseUrl) return undefined
  return async (firstNew) => {
    tell(await backUpBeforeUpdate({ url, dataDir, version: readVersion(), now: new Date() }, firstNew))
  }
}

/** For programs that have no log. */
export function sayWhereKept(file: string): void {
  console.log(`A backup was written before the update: ${file}`)
}
