import { and, eq } from 'drizzle-orm'
import { bankImports } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { removeStoredFiles } from '../../../platform/files/stored-files.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { sweepBusinesses } from '../../../platform/jobs/sweep-businesses.ts'
import { getImport, lockImport } from '../queries.ts'

/** Leaves a preview, with its file. Once it is confirmed nothing happens: then it can be undone. */
export function discardBankFile(
  { database, jobs }: Deps<'database' | 'jobs'>,
  { businessId }: Identity,
  id: string,
): Promise<void> {
  return withTenant(database, businessId, async (tx) => {
    await getImport(tx, businessId, id)
    await discard(tx, jobs, businessId, id)
  })
}

async function discard(tx: Transaction, jobs: JobQueue, businessId: string, id: string): Promise<void> {
  const { state, fileId } = await lockImport(tx, businessId, id)
  if (state !== 'preview') return
  await tx.db.delete(bankImports).where(and(eq(bankImports.businessId, businessId), eq(bankImports.id, id)))
  if (fileId) await removeStoredFiles(tx, jobs, businessId, [fileId])
}

const isOld = `state = 'preview' and created_at < $1`
const dayMs = 24 * 3600 * 1000

/** Removes previews older than a day. */
export async function discardLeftPreviews(deps: Deps<'database' | 'jobs' | 'log' | 'now'>): Promise<void> {
  const { database, jobs, now } = deps
  const before = new Date(now().getTime() - dayMs)
  await sweepBusinesses(deps, {
    sql: `select distinct business_id as id from bank_imports
      where state = 'preview' and created_at < '${before.toISOString()}' and business_id > $1 order by 1 limit $2`,
    work: async (businessId) => {
      const { rows } = await withTenant(database, businessId, ({ client }) =>
        client.query<{ id: string }>(`select id from bank_imports where ${isOld}`, [before]),
      )
      for (const { id } of rows)
        await withTenant(database, businessId, (tx) => discard(tx, jobs, businessId, id))
    },
    failed: 'bank files that were left could not be removed',
  })
}
