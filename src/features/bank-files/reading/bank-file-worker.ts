import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import type { BankFileAnswer, BankFileTask } from './bank-file-pool.ts'
import { packBankFile } from './pack-bank-file.ts'
import { readBankFile } from './read-bank-file.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

serveTasks(async ({ bytes, fileName, choices, home }: BankFileTask): Promise<{ output: BankFileAnswer }> => {
  try {
    return { output: { file: packBankFile(readBankFile(bytes, fileName, choices, home)) } }
  } catch (error) {
    if (!(error instanceof UnreadableBankFile)) throw error
    return { output: { problem: error.message } }
  }
})
