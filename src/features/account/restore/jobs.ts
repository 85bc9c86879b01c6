import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { accountRestores } from '../../../platform/db/tables/installation/activity.ts'
import { withPlatform, withTenant } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { type RestoreDeps, endRestore, restoreAccount } from './restore-account.ts'

export const restoreArchive = defineJob(
  'restore-archive',
  z.strictObject({ businessId: z.uuid(), restoreId: z.uuid() }),
  // A run that dies is noticed by the job below.
  { retryLimit: 3, expireInSeconds: 6 * 3600 },
)

/** Restarts restores whose process died, and removes uploads that were left. */
export const tendRestores = defineJob('tend-restores', z.strictObject({}), {
  // The next run is the retry.
  retryLimit: 0,
})

export async function tend(deps: RestoreDeps): Promise<void> {
  const { rows } = await deps.database.platform.query<{
    businessId: string
    restoreId: string
    isLeft: boolean
  }>(
    `select business_id as "businessId", id as "restoreId", created_at < now() - interval '1 day' as "isLeft"
     from account_restores
     where state in ('uploading', 'restoring') and (created_at < now() - interval '1 day'
       or (state = 'restoring' and updated_at < now() - interval '2 minutes'))
     order by updated_at limit 100`,
  )
  for (const { isLeft, ...ref } of rows) {
    if (isLeft) await endLeft(deps, ref)
    else await withPlatform(deps.database, (tx) => deps.jobs.enqueue(tx, restoreArchive, ref))
  }
}

async function endLeft(
  deps: RestoreDeps,
  { businessId, restoreId }: { businessId: string; restoreId: string },
): Promise<void> {
  const [row] = await withTenant(deps.database, businessId, ({ db }) =>
    db.select().from(accountRestores).where(eq(accountRestores.id, restoreId)),
  )
  if (row) await endRestore(deps, row, 'It wasn’t finished within a day. Please try again.')
}

export async function startRestoreJobs(deps: RestoreDeps): Promise<void> {
  await deps.jobs.work(restoreArchive, (ref) => restoreAccount(deps, ref))
  await deps.jobs.work(tendRestores, () => tend(deps))
  await deps.jobs.schedule(tendRestores, '* * * * *', {})
}
