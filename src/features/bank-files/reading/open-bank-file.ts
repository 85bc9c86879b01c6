import type { Deps } from '../../../platform/deps.ts'
import { WorkerEnded } from '../../../platform/workers/start-worker.ts'
import { AppError } from '../../../shared/errors.ts'
import type { BankFilePool, BankFileTask } from './bank-file-pool.ts'
import type { PackedFile } from './pack-bank-file.ts'

const tooMuch = 'This file needs too much memory to read. Please export fewer months at a time.'
const unreadable =
  'This file couldn’t be read. Please export it again, or choose another format at your bank.'

/** Reads a file in the worker. Throws INVALID_FILE_TYPE with a sentence for the owner if that is not possible. */
export async function openBankFile(
  { bankFiles, log }: Deps<'log'> & { bankFiles: BankFilePool },
  task: BankFileTask,
): Promise<PackedFile> {
  let answer
  try {
    answer = await bankFiles.run(task)
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn({ err: error }, 'a bank file could not be read')
    throw new AppError('INVALID_FILE_TYPE', error instanceof WorkerEnded ? tooMuch : unreadable, {
      cause: error,
    })
  }
  if ('problem' in answer) throw new AppError('INVALID_FILE_TYPE', answer.problem)
  return answer.file
}
