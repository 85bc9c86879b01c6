import { z } from 'zod'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { AccountDeps } from './account-deps.ts'
import { deleteAccount } from './delete-account.ts'
import { goodbye } from './emails.ts'
import { forgetMailFiles } from './forget-mail-files.ts'

/** Deletes the accounts whose days of grace are over. */
export const deleteDueAccounts = defineJob('delete-due-accounts', z.strictObject({}), {
  // Each hour brings the next one.
  retryLimit: 0,
  expireInSeconds: 3500,
})

/** So many in a row for which the card provider did not answer: it would not for the others either. */
const patience = 5

/**
 * Each by itself: one that fails is tried again in an hour and does not stop the others. Whoever is suspended can neither
 * stop it nor get rid of that by it.
 */
export async function deleteDue(deps: AccountDeps): Promise<void> {
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
      if (unanswered >= patience) return
    }
  }
}

/** The last mail to somebody is all that is left of them, and need not stay for ever. */
export async function forgetGoodbyes(deps: Pick<AccountDeps, 'database' | 'mailbox'>): Promise<void> {
  const old = `from mails where business_id is null and kind = $1 and state in ('sent', 'failed')
                 and created_at <= now() - interval '30 days'`
  await forgetMailFiles(deps, `select id ${old}`, [goodbye])
  await deps.database.platform.query(`delete ${old}`, [goodbye])
}

export async function startAccountJobs(deps: AccountDeps): Promise<void> {
  const { jobs, database } = deps
  await jobs.work(deleteDueAccounts, () =>
    oneAtATime(deps, deleteDueAccounts.name, async () => {
      await forgetGoodbyes(deps)
      await deleteDue(deps)
    }),
  )
  await jobs.schedule(deleteDueAccounts, '29 * * * *', {})
  // What fell due while nobody was there.
  await withPlatform(database, (tx) => jobs.enqueue(tx, deleteDueAccounts, {}))
}
