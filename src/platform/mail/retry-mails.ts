import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { type Transaction, withPlatform } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { bringForward } from './deliver-soon.ts'
import { accountForgotten, waitForHolders } from './held-mails.ts'
import { deliverBusinessMail, enqueueDelivery } from './queue-mail.ts'

/** Added in the transaction that changes a business's mail account, or whether it is used. */
export const retryMailsJob = defineJob('retry-mails', z.strictObject({ businessId: z.uuid() }), {
  retryDelay: 2,
})

/** How old a mail may be: later its recipient would be surprised to get it. */
export const retriedFor = '14 days'

/** To be called in the transaction of the change, whose role cannot reach the mails: a job does the rest. */
export function mailAccountChanged(jobs: Pick<JobQueue, 'enqueue'>) {
  return (tx: Transaction, businessId: string): Promise<void> =>
    jobs.enqueue(tx, retryMailsJob, { businessId })
}

/**
 * Tries again what a business's mail account did not take, and lets go what was held because it had none. Throws when
 * a delivery is under way, to be called again: it may still have begun with the account as it was, and would wait for
 * its next try.
 */
export async function retryMails(
  database: Database,
  jobs: Pick<JobQueue, 'enqueue'>,
  businessId: string,
): Promise<void> {
  const areUnderWay = await withPlatform(database, async (tx) => {
    await waitForHolders(tx, businessId)
    await requeueMails(tx, jobs, businessId)
    await bringTriedForward(tx, businessId)
    return hasRunningDeliveries(tx, businessId)
  })
  if (areUnderWay) throw new Error('Mails are on their way; whether they need another try is seen later.')
}

/** Given up for the account's sake, or held: the delivery decides anew through which account it goes. */
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
  await bringForward(
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
