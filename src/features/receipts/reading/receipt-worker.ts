import { constants, setPriority } from 'node:os'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { readReceipt } from './read-receipt-file.ts'
import type { ReadingTask } from './reading-pool.ts'
import { Unreadable } from './unreadable.ts'

// Pages come first.
setPriority(constants.priority.PRIORITY_LOW)
serveTasks(async ({ bytes, today }: ReadingTask) => {
  try {
    const output = await readReceipt(Buffer.from(bytes), today)
    return { output, handOver: [] }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { output: { problem: error.message } }
  }
})
