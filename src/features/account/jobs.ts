import { z } from 'zod'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { DeletionDeps } from './account-deps.ts'
import { deleteAccount, forgetMailFiles } from './delete-account.ts'
import { goodbye } from './emails.ts'

/** Deletes the accounts whose grace period is over. */
export const deleteDueAccounts = defineJob('delete-due-accounts', z.strictObject({}), {
  // The next hourly run is the retry.
  retryLimit: 0,
  expireInSeconds: 3500,
})

/** After so many accounts in a row without an answer of the card provider, leave the rest. */
const maxUnanswered = 5

/**
 * An account that fails is retried in an hour. Suspended ones are skipped: their users can neither cancel the
 * deletion nor escape the suspension through it.
 */
export async function deleteDue(deps: DeletionDeps): Promise<void> {
  const { rows } = await deps.database.platform.query<{ id: string }>(
    'select id from businesses where delete_after <= now() and suspended_at is null order by delete_after limit 500',
  )
  let unanswered = 0
  for (const { id } of rows) {
    try {
      await deleteAccount(deps, id)
      unanswered = 0
    } catch (error) {
      deps.log.warn({ err: error, businessId: id }, 'an account could not be deleted yet')
      const isUnanswered = error instanceof CardProviderError && error.kind === 'unreachable'
      unanswered = isUnanswered ? unanswered + 1 : 0
      if (unanswered >= maxUnanswered) return
    }
  }
}

/** Deletes old goodbye mails, which are the last data about deleted users. */
export async function forgetGoodbyes(deps: Deps<'database' | 'mailbox'>): Promise<void> {
  const old = `from mails where business_id is null and kind = $1 and state in ('sent', 'failed')
                 and created_at <= now() - interval '30 days'`
  await forgetMailFiles(deps, `select id ${old}`, [goodbye])
  await deps.database.platform.query(`delete ${old}`, [goodbye])
}

export async function startAccountJobs(deps: DeletionDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(deleteDueAccounts, () =>
    oneAtATime(deps, deleteDueAccounts.name, async () => {
      await forgetGoodbyes(deps)
      await deleteDue(deps)
    }),
  )
  await jobs.schedule(deleteDueAccounts, '29 * * * *', {})
  // Catches up on accounts that fell due while no process was running.
  await withPlatform(database, (tx) => jobs.enqueue(tx, deleteDueAccounts, {}))
}
