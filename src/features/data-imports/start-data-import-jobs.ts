import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { DataImportDeps } from './data-import-deps.ts'
import { discardLeftPreviews } from './discard-data-file.ts'
import { importRows } from './importing/import-rows.ts'
import { importData, sweepDataFiles, undoDataJob } from './jobs.ts'
import { undoRecords } from './undo-data-import.ts'

export async function startDataImportJobs(deps: DataImportDeps): Promise<void> {
  const { jobs } = deps
  await jobs.work(importData, (ref, run) => importRows(deps, ref, run))
  await jobs.work(undoDataJob, (ref, run) => undoRecords(deps, ref, run))
  await jobs.work(sweepDataFiles, () =>
    oneAtATime(deps, sweepDataFiles.name, () => discardLeftPreviews(deps)),
  )
  await jobs.schedule(sweepDataFiles, '27 4 * * *', {})
}
