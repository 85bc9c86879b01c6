import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { type Transaction, withPlatform } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { retryNow } from './deliver-soon.ts'
import { accountForgotten, waitForHolders } from './held-mails.ts'
import { deliverBusinessMail, enqueueDelivery } from './queue-mail.ts'

/** Enqueued in the transaction that changes a business's mail account, or whether it is used. */
export const retryMailsJob = defineJob('retry-mails', z.strictObject({ businessId: z.uuid() }), {
  retryDelay: 2,
})

/** The maximum age of a mail. Later it would surprise its recipient. */
export const retriedFor = '14 days'

/** Call the result in the transaction of the change. Its role cannot access mails, so a job does. */
export function mailAccountChanged(jobs: Pick<JobQueue, 'enqueue'>) {
  return (tx: Transaction, businessId: string): Promise<void> =>
    jobs.enqueue(tx, retryMailsJob, { businessId })
}

/**
 * Retries mails that a business's account did not accept, and releases held ones. Throws, so that the job
 * runs again, while a delivery is in progress that may have started with the old account.
 */
export async function retryMails(
  database: Database,
  jobs: Pick<JobQueue, 'enqueue'>,
  businessId: string,
): Promise<void> {
  const hasRunning = await withPlatform(database, async (tx) => {
    await waitForHolders(tx, businessId)
    await requeueMails(tx, jobs, businessId)
    await bringTriedForward(tx, businessId)
    return hasRunningDeliveries(tx, businessId)
  })
  if (hasRunning)
    throw new Error('Emails are on their way. Whether they need another attempt is checked later.')
}

/** Requeues held mails and those that the account failed. Each delivery decides which account it uses. */
async function requeueMails(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  businessId: string,
): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `update mails set state = 'queued', ${accountForgotten}
     where business_id = $1 and on_behalf and (state = 'held'
       or (state = 'failed' and waits_for_account and created_at > now() - interval '${retriedFor}'))
     returning id`,
    [businessId],
  )
  for (const { id } of rows) await enqueueDelivery(tx, jobs, { id, businessId, onBehalf: true })
}

async function bringTriedForward(tx: Transaction, businessId: string): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from mails where business_id = $1 and on_behalf and state = 'queued' and last_error is not null`,
    [businessId],
  )
  await retryNow(
    tx,
    deliverBusinessMail,
    rows.map(({ id }) => id),
  )
}

async function hasRunningDeliveries({ client }: Transaction, businessId: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pgboss.job where name = $2 and state = 'active' and data ->> 'mailId' in (
       select id::text from mails where business_id = $1 and on_behalf and state in ('queued', 'failed'))) as found`,
    [businessId, deliverBusinessMail.name],
  )
  return rows[0]?.found ?? false
}
