import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Job } from '../jobs/job.ts'
import { deliverBusinessMail, deliverMail, enqueueDelivery } from './queue-mail.ts'

/** Lets deliveries begin that wait for their next try (role of the platform). It would come by itself, at the latest in an hour. */
export async function bringForward(
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
  /** True while a delivery has it. */
  isClaimed: boolean
}

/**
 * Lets a queued mail leave now, with the job that waits for it or, where there is none, a new one. The caller has
 * locked its row, so that two at once do not add two.
 */
export async function deliverSoon(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  mail: QueuedMail,
): Promise<void> {
  if (mail.isClaimed) return
  const job = mail.onBehalf ? deliverBusinessMail : deliverMail
  await bringForward(tx, job, [mail.id])
  // One that runs without having the mail may just have failed, and would be put off for long.
  const { rowCount } = await tx.client.query(
    `select from pgboss.job where name = $1 and state < 'active' and data ->> 'mailId' = $2 limit 1`,
    [job.name, mail.id],
  )
  if (!rowCount) await enqueueDelivery(tx, jobs, mail)
}
