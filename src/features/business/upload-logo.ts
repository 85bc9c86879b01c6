import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/businesses.ts'
import { files } from '../../platform/db/tables/files.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { readImage } from '../../platform/files/read-image.ts'
import type { Identity } from '../../platform/http/api.ts'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import type { Logo } from './contract.ts'
import { lockOwnBusiness } from './queries.ts'
import { fileUrl } from './rules.ts'

/**
 * Removes a logo that stands on no invoice. One that is just being put on an invoice is locked, and so skipped: waiting
 * for that invoice, which may itself be waiting for the business, could be waiting for ever.
 */
function removeUnusedLogo({ client }: Transaction, id: string) {
  return client.query(
    `delete from files where id in (
       select id from files
       where id = $1 and not exists (select from invoices where logo_id = $1)
       for update skip locked)`,
    [id],
  )
}

/** The upload is kept whether or not the logo before it can be removed. */
async function tryToRemoveLogo(tx: Transaction, id: string, log: Logger): Promise<void> {
  await tx.client.query('savepoint before_removal')
  try {
    await removeUnusedLogo(tx, id)
    await tx.client.query('release savepoint before_removal')
  } catch (error) {
    log.warn({ err: error, logoId: id }, 'the logo before could not be removed')
    await tx.client.query('rollback to savepoint before_removal')
  }
}

/** Keeps a picture as the logo of the business, instead of the one before. */
export async function uploadLogo(
  database: Database,
  { userId, businessId }: Identity,
  file: Buffer,
  log: Logger,
): Promise<Logo> {
  // Counted before the picture is read: reading is what costs, also when it turns out to be none.
  await takeFromLimits(database, [{ key: `upload-logo:${userId}`, max: 60, windowSeconds: 3600 }])
  const { bytes, contentType, width, height } = await readImage(file)
  return withTenant(database, businessId, async (tx) => {
    const before = await lockOwnBusiness(tx)
    const [added] = await tx.db
      .insert(files)
      .values({ businessId, kind: 'logo', contentType, width, height, bytes })
      .returning({ id: files.id })
    if (!added) throw new Error('no row came back for the added logo')
    await tx.db
      .update(businesses)
      .set({ logoId: added.id, updatedAt: sql`now()` })
      .where(eq(businesses.id, businessId))
    if (before.logoId) await tryToRemoveLogo(tx, before.logoId, log)
    return { id: added.id, url: fileUrl(added.id), width, height }
  })
}
