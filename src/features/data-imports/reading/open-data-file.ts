import type { Deps } from '../../../platform/deps.ts'
import { WorkerEnded } from '../../../platform/workers/start-worker.ts'
import { createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Choices, DataFile, Facts } from './data-file.ts'

export interface DataFileTask {
  bytes: Uint8Array
  choices: Choices
  facts: Facts
}

/** What the file says, or why it cannot be read. */
export type DataFileAnswer = { file: DataFile } | { problem: string }

/** A process of its own, because a file from outside may take any amount of memory. It ends when no file comes. */
const pool = createWorkerPool<DataFileTask, DataFileAnswer>({
  script: workerUrl(import.meta.url, 'data-file-worker'),
  isolated: true,
  threads: 1,
  deadlineMs: 20_000,
  maxHeapMb: 192,
  maxWaiting: 5,
  idleMs: 15_000,
  messages: {
    late: 'Reading this file took too long. Please split it into smaller files.',
    busy: 'Other files are being read right now. Please try again in a moment.',
  },
})

/** Throws INVALID_FILE_TYPE with a sentence for the owner if the file cannot be read. */
export async function openDataFile({ log }: Deps<'log'>, task: DataFileTask): Promise<DataFile> {
  let answer
  try {
    answer = await pool.run(task)
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn({ err: error }, 'a data file could not be read')
    const problem =
      error instanceof WorkerEnded
        ? 'This file needs too much memory to read. Please split it into smaller files.'
        : 'This file couldn’t be read. Please export it again, or save it as CSV.'
    throw new AppError('INVALID_FILE_TYPE', problem, { cause: error })
  }
  if ('problem' in answer) throw new AppError('INVALID_FILE_TYPE', answer.problem)
  return answer.file
}

export async function endDataFileReading(): Promise<void> {
  await pool.end()
}
