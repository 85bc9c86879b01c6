import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { withPlatform } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { type MailDeliveryOptions, createMailDelivery } from './deliver-mail.ts'
import { releaseHeldMails, releaseMails } from './held-mails.ts'
import { deliveryJobs } from './queue-mail.ts'
import { retryMails, retryMailsJob } from './retry-mails.ts'

/** Fails mails whose process was killed during the last try: no job is left that would deliver them. */
export const failLostMails = defineJob('fail-lost-mails', z.strictObject({}))

export async function markLostMails(database: Database): Promise<void> {
  await database.platform.query(
    `update mails set state = 'failed', last_error = 'The delivery was interrupted on its last try.',
       html = case when has_secret then null else html end, text = case when has_secret then null else text end
     where state = 'queued' and created_at < now() - interval '10 minutes' and not exists (
       select from pgboss.job where name = any ($1) and data ->> 'mailId' = mails.id::text and state < 'completed')`,
    [deliveryJobs.map(({ name }) => name)],
  )
}

export async function startMailJobs(options: MailDeliveryOptions & { jobs: JobQueue }): Promise<void> {
  const { jobs, database } = options
  for (const job of deliveryJobs) await jobs.work(job, createMailDelivery(options))
  await jobs.work(releaseMails, ({ businessId }) =>
    withPlatform(database, (tx) => releaseHeldMails(tx, jobs, businessId)),
  )
  await jobs.work(retryMailsJob, ({ businessId }) => retryMails(database, jobs, businessId))
  await jobs.work(failLostMails, () => markLostMails(database))
  await jobs.schedule(failLostMails, '7 * * * *', {})
}
