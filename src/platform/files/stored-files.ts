import { and, eq, inArray } from 'drizzle-orm'
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Database } from '../db/connect.ts'
import { storedFiles } from '../db/tables/receipts.ts'
import { type Transaction, withTenant } from '../db/transaction.ts'
import { isUniqueViolation } from '../db/violations.ts'
import type { Deps } from '../deps.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { oneAtATime } from '../jobs/one-at-a-time.ts'
import type { FileKey } from './file-store.ts'

/** Retried for days, so that a store that is away for a while loses nothing to remove. */
export const removeFiles = defineJob(
  'remove-files',
  z.strictObject({ businessId: z.uuid(), ids: z.array(z.uuid()) }),
  { retryLimit: 100, expireInSeconds: 600 },
)

/** Removes files that have no row, because a process ended between the two. */
export const sweepFiles = defineJob('sweep-files', z.strictObject({}), {
  // The next daily run is the retry.
  retryLimit: 0,
  expireInSeconds: 6 * 3600,
})

/** Held by a backup while it copies files, and shared by those who remove some. */
export const removalLock = `hashtextextended('remove-files', 0)`

const pageSize = 500
const graceMs = 24 * 3600 * 1000

/** Adds the row of a file that is already in the store: a row always has its file. */
export async function addStoredFile(
  { db }: Transaction,
  { bytes, ...file }: FileKey & { contentType: string; bytes: Uint8Array },
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await db.insert(storedFiles).values({ ...file, sha256, byteCount: bytes.length })
}

interface NewFile {
  businessId: string
  contentType: string
  bytes: Uint8Array
}

/**
 * Puts a file into the store and then, in one transaction, adds its row and what `write` adds. The file comes first, so that
 * no row is ever without it; the sweep removes it if the rest fails. A request that is repeated violates `onceBy`.
 */
export async function keepFile<T>(
  { database, files }: Deps<'database' | 'files'>,
  { businessId, contentType, bytes, onceBy }: NewFile & { onceBy: string },
  write: (tx: Transaction, fileId: string) => Promise<T>,
): Promise<T> {
  const key = { businessId, id: randomUUID() }
  await files.put(key, bytes)
  try {
    return await withTenant(database, businessId, async (tx) => {
      await addStoredFile(tx, { ...key, contentType, bytes })
      return write(tx, key.id)
    })
  } catch (error) {
    // After any other error the row may be there after all, if only the answer to the commit was lost.
    if (error instanceof AppError || isUniqueViolation(error, onceBy)) await files.remove(key)
    throw error
  }
}

/** Deletes rows. A job removes their files once the transaction has committed. */
export async function removeStoredFiles(
  tx: Transaction,
  jobs: JobQueue,
  businessId: string,
  ids: readonly string[],
): Promise<void> {
  for (let n = 0; n < ids.length; n += pageSize) {
    const removed = await tx.db
      .delete(storedFiles)
      .where(and(eq(storedFiles.businessId, businessId), inArray(storedFiles.id, ids.slice(n, n + pageSize))))
      .returning({ id: storedFiles.id })
    if (removed.length > 0)
      await jobs.enqueue(tx, removeFiles, { businessId, ids: removed.map(({ id }) => id) })
  }
}

/** Removes all files of a business. Call it before its rows are deleted: by them an interrupted run finds the rest. */
export async function removeFilesOf(
  { database, files }: Deps<'database' | 'files'>,
  businessId: string,
): Promise<void> {
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const page: { id: string }[] = (
      await database.platform.query(
        'select id from stored_files where business_id = $1 and id > $2 order by id limit $3',
        [businessId, after, pageSize],
      )
    ).rows
    for (const { id } of page) await files.remove({ businessId, id })
    after = page[pageSize - 1]?.id
  }
}

export async function startFileJobs(
  deps: Deps<'database' | 'jobs' | 'log' | 'now' | 'files'>,
): Promise<void> {
  const { jobs, files } = deps
  await jobs.work(removeFiles, ({ businessId, ids }) =>
    unlessCopied(deps, async () => {
      for (const id of ids) await files.remove({ businessId, id })
    }),
  )
  await jobs.work(sweepFiles, () =>
    oneAtATime(deps, sweepFiles.name, () => unlessCopied(deps, () => sweep(deps))),
  )
  await jobs.schedule(sweepFiles, '41 3 * * *', {})
}

/** A backup has rows of one moment, and copies their files after it. */
async function unlessCopied(
  { database, log }: Deps<'database' | 'log'>,
  work: () => Promise<void>,
): Promise<void> {
  const client = await database.guards.connect()
  client.on('error', (error) => log.warn({ err: error }, 'lost the connection that kept backups waiting'))
  try {
    const { rows } = await client.query<{ isFree: boolean }>(
      `select pg_try_advisory_lock_shared(${removalLock}) as "isFree"`,
    )
    if (!rows[0]?.isFree) throw new Error('A backup is being written. Files are removed after it.')
    await work()
  } finally {
    // Closed instead of returned to the pool, so that the lock is always released.
    client.release(true)
  }
}

/** Removes old files without a row, unless most have none: the store is then that of another installation. */
export async function sweep({
  database,
  files,
  log,
  now,
}: Deps<'database' | 'files' | 'log' | 'now'>): Promise<void> {
  const before = now().getTime() - graceMs
  const orphans: FileKey[] = []
  let looked = 0
  const look = async (page: FileKey[]) => {
    looked += page.length
    orphans.push(...(await withoutRow(database, page)))
  }
  let page: FileKey[] = []
  for await (const { businessId, id, writtenAt } of files.list()) {
    if (writtenAt.getTime() > before) continue
    page.push({ businessId, id })
    if (page.length < pageSize) continue
    await look(page)
    page = []
  }
  await look(page)
  if (orphans.length > maxOrphans && orphans.length > looked / 2) {
    log.error(
      { files: looked, withoutRow: orphans.length },
      'most stored files belong to nothing in this database, so none was removed; does another installation use this store?',
    )
    return
  }
  for (const key of orphans) await files.remove(key)
  if (orphans.length > 0) log.info({ removed: orphans.length }, 'removed files that belonged to nothing')
}

const maxOrphans = 20

async function withoutRow(database: Database, keys: readonly FileKey[]): Promise<FileKey[]> {
  const { rows } = await database.platform.query<FileKey>(
    `select k.business_id as "businessId", k.id from unnest($1::uuid[], $2::uuid[]) as k (business_id, id)
     where not exists (select from stored_files f where f.business_id = k.business_id and f.id = k.id)`,
    [keys.map(({ businessId }) => businessId), keys.map(({ id }) => id)],
  )
  return rows
}
