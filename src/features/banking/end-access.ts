import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BankingDeps } from './banking-deps.ts'

/** Gives the access to a bank back at the aggregator, after its owner ended or removed it here. */
export const endBankAccess = defineJob(
  'end-bank-access',
  z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() }),
  { retryLimit: 20 },
)

/** Deletes what is left of the transactions of removed accounts, in small steps. */
export const clearTransactions = defineJob(
  'clear-transactions',
  z.strictObject({ businessId: z.uuid(), accountIds: z.array(z.uuid()) }),
  { retryLimit: 20, expireInSeconds: 900 },
)

export async function startEndingJobs(_deps: BankingDeps): Promise<void> {}
