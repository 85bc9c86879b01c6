import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { JobRun } from '../../platform/jobs/job.ts'
import { AppError } from '../../shared/errors.ts'
import { assertOpen, holdClosedThrough } from '../periods/assert-open-period.ts'
import type { DataImport } from './contract.ts'
import type { DataImportDeps } from './data-import-deps.ts'
import { type ImportRef, undoDataJob } from './jobs.ts'
import { changeImport, getImportView, lockImport } from './queries.ts'

/** Has a job undo an import. If it was undone before, nothing changes. */
export async function undoDataImport(
  { database, jobs, now }: Deps<'database' | 'jobs' | 'now'>,
  { businessId }: Identity,
  id: string,
): Promise<DataImport> {
  return withTenant(database, businessId, async (tx) => {
    const [closedThrough, row] = await Promise.all([
      holdClosedThrough(tx, businessId),
      lockImport(tx, businessId, id),
    ])
    if (row.state === 'imported' || (row.state === 'failed' && row.added > 0)) {
      assertOpen(closedThrough, await findFirstDays(tx, { businessId, importId: id }))
      await changeImport(tx, row, { state: 'undoing', problem: null, updatedAt: now() })
      await jobs.enqueue(tx, undoDataJob, { businessId, importId: id })
    } else if (row.state !== 'undoing' && row.state !== 'undone') {
      throw new AppError('NOT_UNDOABLE', 'This file was not imported, so there is nothing to undo.')
    }
    return getImportView(tx, businessId, id)
  })
}

/** Removes what an import created, in one transaction. */
export async function undoRecords(
  deps: DataImportDeps,
  { businessId, importId }: ImportRef,
  { isLastTry }: Pick<JobRun, 'isLastTry'> = { isLastTry: false },
): Promise<void> {
  const { database, log, now } = deps
  try {
    await withTenant(database, businessId, async (tx) => {
      const row = await lockImport(tx, businessId, importId)
      if (row.state !== 'undoing') return
      const kept = await removeRecords(tx, { businessId, importId })
      await tx.client.query('delete from data_import_rows where business_id = $1 and import_id = $2', [
        businessId,
        importId,
      ])
      await changeImport(tx, row, { state: 'undone', kept, updatedAt: now() })
      if (row.kind !== 'clients') await deps.matchTransactions(tx, businessId)
    })
  } catch (error) {
    if (!isLastTry) throw error
    log.error({ err: error, businessId, importId }, 'a data import could not be undone')
    await withTenant(database, businessId, async (tx) => {
      const row = await lockImport(tx, businessId, importId)
      const problem = 'This import couldn’t be undone. Please try again.'
      if (row.state === 'undoing')
        await changeImport(tx, row, { state: 'imported', problem, updatedAt: now() })
    })
  }
}

/** The first day of what an import created, of each kind. */
async function findFirstDays(
  { client }: Transaction,
  { businessId, importId }: ImportRef,
): Promise<string[]> {
  const { rows } = await client.query<{ day: string | null }>(
    `select min(issue_date)::text as day from invoices where business_id = $1 and id in (${recordsOf('invoice')})
     union all
     select min(received_on)::text from payments where business_id = $1 and id in (${recordsOf('payment')})
     union all
     select min(date)::text from expenses where business_id = $1 and id in (${recordsOf('expense')})`,
    [businessId, importId],
  )
  return rows.flatMap(({ day }) => day ?? [])
}

const recordsOf = (kind: string) =>
  `select record_id from data_import_records where business_id = $1 and import_id = $2 and kind = '${kind}'`

// An invoice is as it was imported if only the import has paid it, and neither the client nor a mail has seen it.
const lockUnusedInvoices = `
  select i.id from invoices i
  where i.business_id = $1 and i.id in (${recordsOf('invoice')})
    and i.version = 1 and i.sent_at is null and i.viewed_at is null and not i.send_reminder
    and not exists (select from payments p where p.business_id = $1 and p.invoice_id = i.id and (
      p.id not in (${recordsOf('payment')}) or p.undone_at is not null or p.transaction_id is not null
      or exists (select from refunds f where f.business_id = $1 and f.payment_id = p.id)))
    and not exists (select from credit_notes c where c.business_id = $1 and c.invoice_id = i.id)
    and not exists (select from checkouts k where k.business_id = $1 and k.invoice_id = i.id)
    and not exists (select from mails m where m.business_id = $1 and m.invoice_id = i.id)
    and not exists (select from reminders r where r.business_id = $1 and r.invoice_id = i.id)
  order by i.id for update of i`

const deletions = [
  // The payments first: an invoice that was paid cannot be deleted.
  `delete from payments where business_id = $1 and id in (${recordsOf('payment')}) and invoice_id = any($3::uuid[])`,
  `delete from invoices where business_id = $1 and id = any($3::uuid[]) and $2::uuid is not null`,
  `delete from expenses e where e.business_id = $1 and e.id in (${recordsOf('expense')}) and $3::uuid[] is not null
     and e.version = 1 and e.transaction_id is null and e.billed_invoice_id is null
     and not exists (select from receipts r where r.business_id = $1 and r.expense_id = e.id)`,
  `delete from clients c where c.business_id = $1 and c.id in (${recordsOf('client')}) and $3::uuid[] is not null
     and c.updated_at = c.created_at and not c.no_reminders and c.notes = '' and c.merged_into is null
     and not exists (select from clients m where m.business_id = $1 and m.merged_into = c.id)
     and not exists (select from invoices i where i.business_id = $1 and i.client_id = c.id)
     and not exists (select from time_entries t where t.business_id = $1 and t.client_id = c.id)
     and not exists (select from expenses e where e.business_id = $1 and e.client_id = c.id)
     and not exists (select from recurring_series s where s.business_id = $1 and s.content -> 'client' ->> 'id' = c.id::text)
     and not exists (select from invoice_templates t where t.business_id = $1 and t.content -> 'client' ->> 'id' = c.id::text)`,
]

const forget = `
  delete from data_import_records r where r.business_id = $1 and r.import_id = $2 and not exists (
    select from invoices i where r.kind = 'invoice' and i.business_id = $1 and i.id = r.record_id
    union all select from payments p where r.kind = 'payment' and p.business_id = $1 and p.id = r.record_id
    union all select from expenses e where r.kind = 'expense' and e.business_id = $1 and e.id = r.record_id
    union all select from clients c where r.kind = 'client' and c.business_id = $1 and c.id = r.record_id)`

/** Returns how many clients, invoices and expenses were changed or used since and are kept. */
async function removeRecords({ client }: Transaction, { businessId, importId }: ImportRef): Promise<number> {
  const ref = [businessId, importId]
  const { rows } = await client.query<{ id: string }>(lockUnusedInvoices, ref)
  const invoiceIds = rows.map(({ id }) => id)
  for (const statement of deletions) await client.query(statement, [...ref, invoiceIds])
  await client.query(forget, ref)
  const { rows: kept } = await client.query<{ count: number }>(
    `select count(*)::int as count from data_import_records
     where business_id = $1 and import_id = $2 and kind <> 'payment'`,
    ref,
  )
  return kept[0]?.count ?? 0
}
