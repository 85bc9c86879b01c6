import { createWorkerPool, workerUrl } from '../../../platform/workers/worker-pool.ts'
import type { JudgedPassword } from './password-worker.ts'

/** A crafted password can take a tenth of a second to rate, which would block the main thread. */
const pool = createWorkerPool<JudgedPassword, string | null>({
  script: workerUrl(import.meta.url, 'password-worker'),
  threads: 1,
  deadlineMs: 20_000,
  maxHeapMb: 256,
  maxWaiting: 50,
  messages: {
    late: 'This password took too long to check. Please choose another one.',
    busy: 'Many passwords are being checked right now. Please try again in a moment.',
  },
})

/** Returns why a password is weak, or null. */
export function judgePassword(judged: JudgedPassword): Promise<string | null> {
  return pool.run(judged)
}
