import { and, eq, sql } from 'drizzle-orm'
import { accountRestores } from '../../../platform/db/tables/installation/activity.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { removeStoredFiles } from '../../../platform/files/stored-files.ts'
import { oneAtATime } from '../../../platform/jobs/one-at-a-time.ts'
import { noteEverything } from '../../journal/update-journal.ts'
import { enqueueReading } from '../../receipts/reading/jobs.ts'
import { joinParts } from './archive-parts.ts'
import { filesOf } from './archive-rows.ts'
import { findData } from './find-data.ts'
import { createIdMap } from './new-ids.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { continueFromNow, restoreBusiness, restoreRates } from './restore-business.ts'
import { restoreFiles } from './restore-files.ts'
import { restoreTable } from './restore-table.ts'
import { type RestoreContext, restoredTables } from './restored-tables.ts'
import { maxTableBytes, notEmptyText } from './rules.ts'
import { UnusableArchive } from './unusable-archive.ts'

export type RestoreDeps = Deps<'database' | 'jobs' | 'log' | 'now' | 'files'>

export interface RestoreRef {
  businessId: string
  restoreId: string
}

type RestoreRow = typeof accountRestores.$inferSelect

/** Restores an archive, all of it or nothing. A run that was killed has stored nothing, and the next one starts from the beginning. */
export function restoreAccount(deps: RestoreDeps, ref: RestoreRef): Promise<void> {
  return oneAtATime(deps, `restore:${ref.businessId}`, async () => {
    const row = await readRestore(deps, ref)
    if (row?.state !== 'restoring') return
    const newFiles = new Set<string>()
    try {
      await restore(deps, row, newFiles)
    } catch (error) {
      if (!(error instanceof UnusableArchive)) throw error
      deps.log.info({ businessId: ref.businessId, err: error.cause }, 'an archive could not be restored')
      await endRestore(deps, row, error.message)
      for (const id of newFiles) await deps.files.remove({ businessId: ref.businessId, id })
    }
  })
}

async function readRestore({ database }: RestoreDeps, ref: RestoreRef): Promise<RestoreRow | undefined> {
  const [row] = await withTenant(database, ref.businessId, ({ db }) =>
    db.select().from(accountRestores).where(eq(accountRestores.id, ref.restoreId)),
  )
  return row
}

async function restore(deps: RestoreDeps, row: RestoreRow, newFiles: Set<string>): Promise<void> {
  const { businessId, byteCount } = row
  const parts = partsOf(row)
  const archive = await openArchive(joinParts(deps.files, { businessId, parts, byteCount }))
  const progress = await startProgress(deps, row, archive)
  const newId = createIdMap(row.id)
  try {
    const target = { businessId, newId, newFiles, onRead: progress.add }
    const missingFiles = await restoreFiles(deps, archive, target)
    const context = { newId, ownerId: row.createdBy, now: deps.now(), storedFiles: newFiles, missingFiles }
    await withTenant(deps.database, businessId, async (tx) => {
      await prepare(tx)
      const counts = await restoreRows(tx, { archive, businessId, context, onRead: progress.add })
      await noteEverything(tx, businessId)
      if (counts['receipts']) await enqueueReading(tx, deps.jobs)
      // Nothing else may hold the row that the transaction is about to change.
      await progress.end()
      await finish(tx, deps, row, {
        state: 'restored',
        counts: { ...counts, missing_files: missingFiles.size },
      })
    })
  } finally {
    await progress.end()
  }
}

/** From here on nothing else is added to the business, and triggers keep what the archive says. */
async function prepare(tx: Transaction): Promise<void> {
  await tx.client.query(
    `set local statement_timeout = '5min';
     set local idle_in_transaction_session_timeout = '10min';
     set local time zone 'UTC';
     set local app.restoring = 'yes';
     set constraints all deferred`,
  )
  await tx.client.query('select from businesses for update')
  const data = await findData(tx)
  if (data.length > 0) throw new UnusableArchive(notEmptyText(data))
}

interface Source {
  archive: Archive
  businessId: string
  context: RestoreContext
  onRead: (bytes: number) => void
}

async function restoreRows(tx: Transaction, source: Source): Promise<Record<string, number>> {
  await restoreBusiness(tx, source)
  await tx.client.query('delete from reminder_steps')
  const counts: Record<string, number> = {}
  for (const table of restoredTables) {
    const count = await restoreTable(tx, source, table)
    if (count > 0) counts[table.name] = count
  }
  const rates = await restoreRates(tx, source)
  if (rates > 0) counts['published_rates'] = rates
  await continueFromNow(tx, { businessId: source.businessId, now: source.context.now })
  return counts
}

const sum = (entries: readonly { size: number }[]) => entries.reduce((all, { size }) => all + size, 0)

/** How often the page learns how far it is. Also says that the process is alive. */
const progressMs = 2000

/** Counts what is read, and writes it down now and then, outside the transaction of the restore. */
async function startProgress(deps: RestoreDeps, row: RestoreRow, archive: Archive) {
  const tables = restoredTables.flatMap(({ name }) => filesOf(archive, name))
  const files = [...archive.entries.values()].filter(({ name }) => /^(receipts|attachments)\//.test(name))
  if (sum(tables) > maxTableBytes) throw new UnusableArchive('The tables of this archive are too large.')
  const total = sum(tables) + sum(files)
  let done = 0
  const write = () => changeRestore(deps, row, { done: Math.min(done, total), total })
  await write()
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(write).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the progress of a restore could not be written')
    })
  }, progressMs)
  return {
    add: (bytes: number) => {
      done += bytes
    },
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}

async function changeRestore(
  { database }: RestoreDeps,
  { businessId, id }: RestoreRow,
  change: Partial<typeof accountRestores.$inferInsert>,
): Promise<void> {
  await withTenant(database, businessId, ({ db }) =>
    db
      .update(accountRestores)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(eq(accountRestores.businessId, businessId), eq(accountRestores.id, id))),
  )
}

/** Ends a restore that brought nothing back. */
export function endRestore(deps: RestoreDeps, row: RestoreRow, problem: string): Promise<void> {
  return withTenant(deps.database, row.businessId, (tx) =>
    finish(tx, deps, row, { state: 'failed', problem }),
  )
}

async function finish(
  tx: Transaction,
  { jobs }: RestoreDeps,
  row: RestoreRow,
  outcome: Pick<typeof accountRestores.$inferInsert, 'state' | 'problem' | 'counts'>,
): Promise<void> {
  await tx.db
    .update(accountRestores)
    .set({ ...outcome, parts: [], updatedAt: sql`now()` })
    .where(and(eq(accountRestores.businessId, row.businessId), eq(accountRestores.id, row.id)))
  await removeStoredFiles(tx, jobs, row.businessId, partsOf(row))
}

function partsOf({ parts }: RestoreRow): string[] {
  return parts.filter((part) => part !== null)
}
