import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Job } from '../jobs/job.ts'
import { deliverBusinessMail, deliverMail, enqueueDelivery } from './queue-mail.ts'

/** Starts deliveries that wait for their next try (platform role). Otherwise that comes within an hour. */
export async function retryNow(
  { client }: Transaction,
  job: Pick<Job, 'name'>,
  mailIds: readonly string[],
): Promise<void> {
  await client.query(
    `update pgboss.job set start_after = now()
     where name = $1 and state = 'retry' and start_after > now() and data ->> 'mailId' = any ($2)`,
    [job.name, mailIds],
  )
}

interface QueuedMail {
  id: string
  businessId: string | null
  onBehalf: boolean
  /** Whether a delivery has claimed it. */
  isClaimed: boolean
}

/** Sends a queued mail now. The caller has locked the row, so that two requests do not add two jobs. */
export async function deliverSoon(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  mail: QueuedMail,
): Promise<void> {
  if (mail.isClaimed) return
  const job = mail.onBehalf ? deliverBusinessMail : deliverMail
  await retryNow(tx, job, [mail.id])
  // An active job that has not claimed the mail may just have failed, and be delayed for long.
  const { rowCount } = await tx.client.query(
    `select from pgboss.job where name = $1 and state < 'active' and data ->> 'mailId' = $2 limit 1`,
    [job.name, mail.id],
  )
  if (!rowCount) await enqueueDelivery(tx, jobs, mail)
}
