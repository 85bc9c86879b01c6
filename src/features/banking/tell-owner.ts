import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { noticeKinds } from './rules.ts'
import type { ConnectionRef } from './sync/sync-jobs.ts'

const bankMails = [...noticeKinds, 'ended'] as const
export type BankMail = (typeof bankMails)[number]

/**
 * Writes a mail about a bank to its owner. The job's data has the mail's id, so that a second run writes no
 * second mail.
 */
export const sendBankMail = defineJob(
  'send-bank-mail',
  z.strictObject({
    businessId: z.uuid(),
    connectionId: z.uuid(),
    mail: z.enum(bankMails),
    mailId: z.uuid(),
  }),
)

export async function enqueueBankMail(
  tx: Transaction,
  { jobs }: { jobs: Pick<JobQueue, 'enqueue'> },
  ref: ConnectionRef,
  mail: BankMail,
): Promise<void> {
  await jobs.enqueue(tx, sendBankMail, { ...ref, mail, mailId: randomUUID() })
}
