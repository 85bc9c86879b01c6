import { z } from 'zod'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { matchReceipt } from './match-receipt.ts'
import { daysAfter, maxTip } from './match-rules.ts'

const maxAgeDays = 90
const maxAtOnce = 200

const isUnfiled = `r.business_id = $1 and r.expense_id is null and r.transaction_id is null and r.state = 'read'`

/** What came or changed within a day. What was there before has been looked at. */
const couldBe = (alias: string, { from, to }: { from: number; to: number }) =>
  `${alias}.business_id = $1 and ${alias}.date between r.date + (${from}) and r.date + ${to}
   and ${alias}.currency = r.currency and ${alias}.updated_at > $2::timestamptz - interval '1 day'
   and ${alias}.amount_minor between r.total_minor and r.total_minor * ${1 + maxTip}`

// A receipt that another transaction works on is left to that one: it is matched there.
const waiting = `select r.id from receipts r where ${isUnfiled} and r.total_minor > 0
  and r.created_at > $2::timestamptz - interval '${maxAgeDays} days'
  and (exists (select from expenses e where ${couldBe('e', daysAfter.expense)})
    or exists (select from transactions t where not t.is_income and t.transfer_id is null and ${couldBe('t', daysAfter.transaction)}))
  order by r.created_at desc, r.id desc limit ${maxAtOnce} for update of r skip locked`

/** Matches unfiled receipts again that may belong to an expense or bank transaction that came after them. */
export async function matchWaitingReceipts(tx: Transaction, businessId: string, now: Date): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(waiting, [businessId, now])
  for (const { id } of rows) await matchReceipt(tx, businessId, id)
}

export const matchReceiptsJob = defineJob('match-receipts', z.strictObject({ businessId: z.uuid() }))

/** Adds the job in a transaction that adds expenses or bank transactions, if there are receipts that it may concern. */
export const createReceiptMatcher =
  (jobs: JobQueue) =>
  async (tx: Transaction, businessId: string): Promise<void> => {
    const text = `select from receipts r where ${isUnfiled} limit 1`
    const { rowCount } = await tx.client.query({ name: 'has-unfiled-receipt', text, values: [businessId] })
    if (rowCount) await jobs.enqueue(tx, matchReceiptsJob, { businessId })
  }

export async function startMatchingJobs({
  database,
  jobs,
  now,
}: Deps<'database' | 'jobs' | 'now'>): Promise<void> {
  await jobs.work(matchReceiptsJob, ({ businessId }) =>
    withTenant(database, businessId, (tx) => matchWaitingReceipts(tx, businessId, now())),
  )
}
