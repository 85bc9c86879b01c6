import type { Logger } from 'pino'
import type { Transaction } from '../../platform/db/transaction.ts'

// One that is just being put on an invoice is locked, and so skipped: waiting for that invoice, which may itself be
// waiting for the business, could be waiting for ever. A mail that has not left yet still shows the logo it was made with.
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
 * Removes the logos that the business neither uses nor has on an invoice, on a recurring one or on a template. Called
 * last in a transaction, whose work is
 * kept whether or not they can be removed.
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
