import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type ZipWriter, writeZip } from '../../../platform/files/stream-zip.ts'
import type { JobRun } from '../../../platform/jobs/job.ts'
import { oneAtATime } from '../../../platform/jobs/one-at-a-time.ts'
import { dateIn } from '../../../shared/dates.ts'
import { updateJournal } from '../../journal/update-journal.ts'
import { addBooks, readOwner } from './add-books.ts'
import { addDocuments, listDocuments } from './add-documents.ts'
import type { PackageRef } from './jobs.ts'
import { beginPackage, changePackage, failPackage } from './package-changes.ts'
import { PackageGone, createPartWriter } from './package-parts.ts'
import type { PackageKey, PackageRow } from './queries.ts'
import { failedText, maxDocuments, tooManyDocumentsText } from './rules.ts'
import { startProgress } from './start-progress.ts'

export type PackageDeps = Deps<'database' | 'jobs' | 'log' | 'now' | 'files' | 'appUrl'>

/** Nothing that another try would change. */
class PackageProblem extends Error {
  override readonly name = 'PackageProblem'
}

/** Makes a package. A run that was killed has left parts, and the next one starts from the beginning. */
export function makePackage(
  deps: PackageDeps,
  { businessId, packageId }: PackageRef,
  { isLastTry }: Pick<JobRun, 'isLastTry'>,
): Promise<void> {
  const key = { businessId, id: packageId }
  return oneAtATime(deps, `report-package:${businessId}`, async () => {
    const row = await beginPackage(deps, key)
    if (!row) return
    try {
      await writePackage(deps, row)
    } catch (error) {
      if (error instanceof PackageGone) return
      const isProblem = error instanceof PackageProblem
      if (isProblem || isLastTry) await failPackage(deps, key, isProblem ? error.message : failedText)
      if (!isProblem) throw error
    }
  })
}

async function writePackage(deps: PackageDeps, row: PackageRow): Promise<void> {
  const { businessId, fromDay: from, toDay: to } = row
  const range = { from, to }
  const progress = startProgress(deps, row)
  try {
    while ((await updateJournal(deps, businessId)) > 0);
    const documents = await withTenant(deps.database, businessId, async (tx) => {
      const today = dateIn((await readOwner(tx, businessId)).business.timeZone, deps.now())
      return listDocuments(tx, businessId, { ...range, today })
    })
    if (documents.length > maxDocuments) throw new PackageProblem(tooManyDocumentsText)
    const parts = createPartWriter(deps, row)
    const made = deps.now()
    const fill = async (zip: ZipWriter) => {
      const counting: ZipWriter = {
        async add(...file) {
          await zip.add(...file)
          progress.add()
        },
      }
      const books = { businessId, range, basis: row.basis, made, documents, onCount: progress.expect }
      await addBooks(deps, counting, books)
      await addDocuments(deps, counting, { businessId, range, documents })
    }
    await writeZip(parts.write, fill, made)
    await parts.end()
  } finally {
    await progress.end()
  }
  await finishPackage(deps, row, progress.count())
}

function finishPackage({ database }: PackageDeps, key: PackageKey, count: number): Promise<void> {
  return withTenant(database, key.businessId, (tx) =>
    changePackage(tx, key, { state: 'ready', done: count, total: count, finishedAt: new Date() }),
  )
}
