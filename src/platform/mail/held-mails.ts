import { z } from 'zod'
import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { deliverMail } from './queue-mail.ts'

/** Added in the transaction that removes the reason for holding a business's mails. */
export const releaseMails = defineJob('release-held-mails', z.strictObject({ businessId: z.uuid() }))

const lockKey = `hashtextextended('held mails of ' || $1::text, 0)`

/**
 * Called before deciding whether to hold a mail, with the reason for it read afterwards: whoever releases waits for
 * this transaction, so that no mail is put on hold unseen while the others are let go. Holders do not wait for each
 * other.
 */
export async function announceHolding(tx: Transaction, businessId: string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock_shared(${lockKey})`, [businessId])
}

/** Lets the held mails of a business go (role of the platform), each once however often this runs. */
export async function releaseHeldMails(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  businessId: string,
): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock(${lockKey})`, [businessId])
  const { rows } = await tx.client.query<{ id: string }>(
    `update mails set state = 'queued' where business_id = $1 and state = 'held' returning id`,
    [businessId],
  )
  for (const { id } of rows) await jobs.enqueue(tx, deliverMail, { mailId: id })
}
