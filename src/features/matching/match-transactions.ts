import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'
import { acceptIn } from './accept-match.ts'
import { matchTransactionsJob } from './jobs.ts'
import { isUnmatched, maxAgeDays } from './load-documents.ts'
import { acceptsCertain } from './matching-settings.ts'
import { suggestMatches } from './suggest-matches.ts'

/** Suggests what all unmatched transactions belong to, and accepts what is certain, if the owner allows it. */
export async function matchTransactions(deps: InvoiceChangeDeps, businessId: string): Promise<void> {
  const certain = await withTenant(deps.database, businessId, async (tx) => {
    await suggestMatches(tx, businessId, { now: deps.now() })
    return (await acceptsCertain(tx, businessId)) ? findCertain(tx, businessId) : []
  })
  for (const id of certain) {
    try {
      await withTenant(deps.database, businessId, (tx) =>
        acceptIn(tx, deps, { businessId, userId: null }, id),
      )
    } catch (error) {
      // The owner was faster, or what it belongs to has changed meanwhile.
      if (!(error instanceof AppError)) throw error
    }
  }
}

async function findCertain({ client }: Transaction, businessId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from transaction_matches
     where business_id = $1 and state = 'suggested' and band = 'auto' and decided_by is null order by score desc, id`,
    [businessId],
  )
  return rows.map(({ id }) => id)
}

/** Adds the job in a transaction that may give transactions something to belong to, if there are any. */
export const createTransactionMatcher =
  (jobs: JobQueue) =>
  async (tx: Transaction, businessId: string): Promise<void> => {
    const { rowCount } = await tx.client.query({
      name: 'has-unmatched-transaction',
      text: `select from transactions t where ${isUnmatched('t')} order by t.date desc, t.id desc limit 1`,
      values: [businessId, new Date(Date.now() - maxAgeDays * 86_400_000)],
    })
    if (rowCount) await jobs.enqueue(tx, matchTransactionsJob, { businessId })
  }

export async function startTransactionMatching(deps: InvoiceChangeDeps): Promise<void> {
  await deps.jobs.work(matchTransactionsJob, ({ businessId }) => matchTransactions(deps, businessId))
}
