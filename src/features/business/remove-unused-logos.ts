import type { Logger } from 'pino'
import type { Transaction } from '../../platform/db/transaction.ts'

// Locked logos are skipped: another transaction is adding them to an invoice and may wait for the lock on the business,
// so waiting for it could be a deadlock. A mail that has not been sent yet still needs the logo it was created with.
const removeStatement = `
  delete from files where business_id = $1 and id in (
    select f.id from files f
    where f.business_id = $1 and f.kind = 'logo'
      and not exists (select from businesses b where b.id = $1 and b.logo_id = f.id)
      and not exists (select from invoices i where i.business_id = $1 and i.logo_id = f.id)
      and not exists (
        select from recurring_series s
        where s.business_id = $1 and s.ended_at is null and s.content ->> 'logoId' = f.id::text)
      and not exists (
        select from invoice_templates t where t.business_id = $1 and t.content ->> 'logoId' = f.id::text)
      and not exists (
        select from mails m where m.business_id = $1 and m.invoice_id is not null and m.state in ('held', 'queued')
          and m.attachment #>> '{facts,document,logo,id}' = f.id::text)
    for update skip locked)`

/**
 * Deletes the logos that neither the business nor an invoice, a series, a template or a waiting mail uses. Call it last
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
