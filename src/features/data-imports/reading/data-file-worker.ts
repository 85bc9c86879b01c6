import { constants, setPriority } from 'node:os'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import type { DataFileAnswer, DataFileTask } from './open-data-file.ts'
import { readDataFile } from './read-data-file.ts'
import { UnreadableDataFile } from './unreadable-data-file.ts'

// Pages come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
serveTasks(async ({ bytes, choices, facts }: DataFileTask): Promise<{ output: DataFileAnswer }> => {
  try {
    return { output: { file: readDataFile(bytes, choices, facts) } }
  } catch (error) {
    if (!(error instanceof UnreadableDataFile)) throw error
    return { output: { problem: error.message } }
  }
})
