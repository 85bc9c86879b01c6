import { type WorkerPool, createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import type { ReadReceipt } from './read-receipt-file.ts'

export interface ReadingTask {
  bytes: Uint8Array
  /** In the business's time zone: a date after it was misread. */
  today: string
}

/** What was read, or why the file cannot be opened. */
export type ReadingAnswer = ReadReceipt | { problem: string }

export type ReadingPool = WorkerPool<ReadingTask, ReadingAnswer>

/** A process that takes 400 MB while it works. It is ended when nothing waits. */
export function createReadingPool(): ReadingPool {
  return createWorkerPool({
    script: workerUrl(import.meta.url, 'receipt-worker'),
    // 400 MB that libraries have used would otherwise stay with this process.
    isolated: true,
    threads: 1,
    deadlineMs: readingSeconds * 1000,
    maxHeapMb: 512,
    maxWaiting: 1,
    messages: { late: 'Reading this receipt took too long.', busy: 'Another receipt is being read.' },
  })
}

/** Far more than a receipt takes, for machines that are busy with other things. */
export const readingSeconds = 300
