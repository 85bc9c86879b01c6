import { type WorkerPool, createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import type { Choices } from './bank-file.ts'
import type { PackedFile } from './pack-bank-file.ts'

export interface BankFileTask {
  bytes: Uint8Array
  fileName: string
  choices: Choices
  /** The home currency of the business. Where the file does not say how it writes dates, it tells which way is likelier. */
  home?: string | undefined
}

/** What the file says, or why it cannot be read. */
export type BankFileAnswer = { file: PackedFile } | { problem: string }

export type BankFilePool = WorkerPool<BankFileTask, BankFileAnswer>

/** A process of its own, because a file from outside may take any amount of memory. It ends when no file comes. */
export function createBankFilePool(): BankFilePool {
  return createWorkerPool({
    script: workerUrl(import.meta.url, 'bank-file-worker'),
    isolated: true,
    threads: 1,
    deadlineMs: 20_000,
    maxHeapMb: 192,
    semiSpaceMb: 4,
    maxWaiting: 5,
    idleMs: 15_000,
    messages: {
      late: 'Reading this file took too long. Please export fewer months at a time.',
      busy: 'Other files are being read right now. Please try again in a moment.',
    },
  })
}
