import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, StartError } from '../config.ts'
import type { BeforeChange } from '../platform/db/migrate.ts'
import { readProductVersion } from '../product-version.ts'
import { backupsFolder, stampOf } from './data-files.ts'
import type { SnapshotSource } from './read-snapshot.ts'
import { writeBackup } from './write-backup.ts'

/** Before an update. An operator's own database has its own backups, and others may be using it. */
export function keepBeforeUpdate(
  { databaseUrl, dataDir, filesS3 }: Pick<Config, 'databaseUrl' | 'dataDir' | 'filesS3'>,
  url: string,
  tell: (file: string) => void,
): BeforeChange | undefined {
  if (databaseUrl) return undefined
  return async (firstNew) => {
    const source = {
      url,
      dataDir,
      version: readProductVersion(),
      now: new Date(),
      hasFileStore: filesS3 !== null,
    }
    tell(await backUpBeforeUpdate(source, firstNew))
  }
}

/** For programs that have no log. */
export function sayWhereKept(file: string): void {
  console.log(`A backup was written before the update: ${file}`)
}

const kept = 5

/** Keeps the database as it is before the first new migration touches it; without room for that, nothing is touched. */
export async function backUpBeforeUpdate(source: SnapshotSource, firstNew: string): Promise<string> {
  const folder = join(source.dataDir, backupsFolder)
  const name = `before-${firstNew.replace(/\.sql$/, '').replaceAll('/', '-')}-${stampOf(source.now)}.backup`
  try {
    const { file } = await writeBackup(source, { file: join(folder, name) })
    await forgetOld(folder)
    return file
  } catch (error) {
    throw new StartError(
      `The update was not started because the backup before it could not be written: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}

const momentOf = (name: string) => name.slice(-'20260101T000000000Z.backup'.length)

/** By the moment at the end of their names: the newest stay. */
async function forgetOld(folder: string): Promise<void> {
  const made = (await readdir(folder))
    .filter((name) => /^before-.*\.backup$/.test(name))
    .toSorted((one, other) => momentOf(other).localeCompare(momentOf(one)))
  for (const name of made.slice(kept)) await rm(join(folder, name), { force: true })
}
