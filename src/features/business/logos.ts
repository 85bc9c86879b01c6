import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { files } from '../../platform/db/tables/files.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { readImage } from '../../platform/files/read-image.ts'
import type { Identity } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import type { Logo } from './contract.ts'
import { lockOwnBusiness } from './queries.ts'
import { fileUrl } from './rules.ts'

/** Saves an image as the logo of the business. It replaces the previous one. */
export async function uploadLogo(
  database: Database,
  { userId, businessId }: Identity,
  file: Buffer,
  log: Logger,
): Promise<Logo> {
  // Checked before the file is decoded: decoding is expensive even if the file is not an image.
  await countUse(database, [{ key: `upload-logo:${userId}`, max: 60, windowSeconds: 3600 }])
  const { bytes, contentType, width, height } = await readImage(file)
  return withTenant(database, businessId, async (tx) => {
    await lockOwnBusiness(tx)
    const [added] = await tx.db
      .insert(files)
      .values({ businessId, kind: 'logo', contentType, width, height, bytes })
      .returning({ id: files.id })
    if (!added) throw new Error('no row came back for the added logo')
    await tx.db
      .update(businesses)
      .set({ logoId: added.id, updatedAt: sql`now()` })
      .where(eq(businesses.id, businessId))
    await removeUnusedLogos(tx, businessId, log)
    return { id: added.id, url: fileUrl(added.id), width, height }
  })
}

/** Removes the logo from the business. Invoices and queued mails that show it keep it. */
export function removeLogo(database: Database, businessId: string, log: Logger): Promise<void> {
  return withTenant(database, businessId, async (tx) => {
    await lockOwnBusiness(tx)
    await tx.db
      .update(businesses)
      .set({ logoId: null, updatedAt: sql`now()` })
      .where(eq(businesses.id, businessId))
    await removeUnusedLogos(tx, businessId, log)
  })
}

// Locked logos are skipped: another transaction is adding them to an invoice and may wait for the lock on the business,
// so waiting for it could be a deadlock. A mail that has not been sent yet still needs the logo it was created with.
const removeStatement = `
  delete from files where business_id = $1 and id in (
    select f.id from files f
    where f.business_id = $1 and f.kind = 'logo'
      and not exists (select from businesses b where b.id = $1 and b.logo_id = f.id)
      and not exists (select from invoices i where i.business_id = $1 and i.logo_id = f.id)
      and not exists (
        select from estimates e where e.business_id = $1 and e.content ->> 'logoId' = f.id::text)
      and not exists (
        select from recurring_series s
        where s.business_id = $1 and s.ended_at is null and s.content ->> 'logoId' = f.id::text)
      and not exists (
        select from invoice_templates t where t.business_id = $1 and t.content ->> 'logoId' = f.id::text)
      and not exists (
        select from mails m where m.business_id = $1 and (m.invoice_id is not null or m.estimate_id is not null) and m.state in ('held', 'queued')
          and m.attachment #>> '{facts,document,logo,id}' = f.id::text)
    for update skip locked)`

/**
 * Deletes the logos that neither the business nor an invoice, an estimate, a series, a template or a waiting mail uses. Call it last
 * in a transaction: if deleting fails, the rest of the transaction still commits.
 */
export async function removeUnusedLogos(
  { client }: Transaction,
  businessId: string,
  log: Logger,
): Promise<void> {
  await client.query('savepoint before_removal')
  try {
    await client.query(removeStatement, [businessId])
    await client.query('release savepoint before_removal')
  } catch (error) {
    log.warn({ err: error, businessId }, 'unused logos could not be removed')
    await client.query('rollback to savepoint before_removal')
  }
}
