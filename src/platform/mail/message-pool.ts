import {
  type WorkerPool,
  type WorkerPoolOptions,
  createWorkerPool,
  workerUrl,
} from '../workers/worker-pool.ts'
import type { Message } from './parse-message.ts'

/** A thread that parses messages. A crafted one can exhaust a parser's memory and time. */
export function createMessagePool(
  options: Pick<WorkerPoolOptions, 'deadlineMs' | 'maxWaiting' | 'messages'>,
): WorkerPool<Uint8Array, Message> {
  return createWorkerPool({
    script: workerUrl(import.meta.url, 'message-worker'),
    threads: 1,
    maxHeapMb: 256,
    ...options,
  })
}
