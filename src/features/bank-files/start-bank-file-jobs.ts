import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { BankFileDeps } from './bank-file-deps.ts'
import { discardLeftPreviews } from './importing/discard-bank-file.ts'
import { importFile } from './importing/import-file.ts'
import { undoFile } from './importing/undo-bank-import.ts'
import { importBankFile, sweepBankFiles, undoImport } from './jobs.ts'

export async function startBankFileJobs(deps: BankFileDeps): Promise<void> {
  const { jobs } = deps
  await jobs.work(importBankFile, (ref, run) => importFile(deps, ref, run))
  await jobs.work(undoImport, (ref, run) => undoFile(deps, ref, run))
  await jobs.work(sweepBankFiles, () =>
    oneAtATime(deps, sweepBankFiles.name, () => discardLeftPreviews(deps)),
  )
  await jobs.schedule(sweepBankFiles, '17 4 * * *', {})
}
