import { and, eq, inArray } from 'drizzle-orm'
import { receipts } from '../../platform/db/tables/receipts.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { removeStoredFiles } from '../../platform/files/stored-files.ts'
import type { Identity } from '../../platform/http/api.ts'

/** Deletes receipts with all of their files. Ids that are not there, or belong to others, are ignored. */
export function deleteReceipts(
  { database, jobs }: Deps<'database' | 'jobs'>,
  { businessId }: Identity,
  ids: readonly string[],
): Promise<number> {
  return withTenant(database, businessId, async (tx) => {
    const deleted = await tx.db
      .delete(receipts)
      .where(and(eq(receipts.businessId, businessId), inArray(receipts.id, [...ids])))
      .returning({ original: receipts.originalId, thumbnail: receipts.thumbnailId, pages: receipts.pages })
    const files = deleted.flatMap(({ original, thumbnail, pages }) => [
      original,
      ...(thumbnail ? [thumbnail] : []),
      ...pages.map(({ id }) => id),
    ])
    await removeStoredFiles(tx, jobs, businessId, files)
    return deleted.length
  })
}
