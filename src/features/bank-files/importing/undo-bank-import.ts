import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { JobRun } from '../../../platform/jobs/job.ts'
import { AppError } from '../../../shared/errors.ts'
import { lockBanks } from '../../banking/connection-queries.ts'
import { lockRules } from '../../banking/sync/transaction-steps.ts'
import { undoMatchesOf } from '../../matching/undo-match.ts'
import { assertOpen, holdClosedThrough } from '../../periods/assert-open-period.ts'
import type { BankFileDeps } from '../bank-file-deps.ts'
import type { BankImport } from '../contract.ts'
import { type ImportRef, undoImport } from '../jobs.ts'
import { changeImport, findImport, getImportView, lockImport } from '../queries.ts'
import { refreshBalances } from './account-queries.ts'

/** Has a job undo an import. If it was undone before, nothing changes. */
export async function undoBankImport(
  { database, jobs, now }: Deps<'database' | 'jobs' | 'now'>,
  { businessId }: Identity,
  id: string,
): Promise<BankImport> {
  return withTenant(database, businessId, async (tx) => {
    const [closedThrough, row] = await Promise.all([
      holdClosedThrough(tx, businessId),
      lockImport(tx, businessId, id),
    ])
    if (row.state === 'imported') {
      assertOpen(closedThrough, await findDaysOfPayments(tx, { businessId, importId: id }))
      await changeImport(tx, row, { state: 'undoing', problem: null, done: 0, updatedAt: now() })
      await jobs.enqueue(tx, undoImport, { businessId, importId: id })
    } else if (row.state !== 'undoing' && row.state !== 'undone') {
      throw new AppError('NOT_UNDOABLE', 'This file was not imported, so there is nothing to undo.')
    }
    return getImportView(tx, businessId, id)
  })
}

/** The transactions that only this import contains, and no feed. $1: the business, $2: the import. */
export const onlyIn = `select t.id from bank_import_rows r
  join transactions t on t.business_id = $1 and t.id = r.transaction_id and t.import_id is not null
  where r.business_id = $1 and r.import_id = $2 and not exists (
    select from bank_import_rows o where o.business_id = $1 and o.transaction_id = t.id and o.import_id <> $2)`

/** The days of the payments that its transactions have recorded, which would be undone with them. */
async function findDaysOfPayments(
  { client }: Transaction,
  { businessId, importId }: ImportRef,
): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select distinct t.date::text as day
     from transaction_matches m join transactions t on t.business_id = $1 and t.id = m.transaction_id
     where m.business_id = $1 and m.kind = 'invoices' and m.state = 'accepted' and m.transaction_id in (${onlyIn})`,
    [businessId, importId],
  )
  return rows.map(({ day }) => day)
}

/** Removes what an import has added, in one transaction. */
export async function undoFile(
  deps: BankFileDeps,
  { businessId, importId }: ImportRef,
  { isLastTry }: Pick<JobRun, 'isLastTry'> = { isLastTry: false },
): Promise<void> {
  try {
    await withTenant(deps.database, businessId, (tx) => removeImported(tx, deps, { businessId, importId }))
  } catch (error) {
    if (!isLastTry) throw error
    deps.log.error({ err: error, businessId, importId }, 'an import could not be undone')
    await withTenant(deps.database, businessId, async (tx) => {
      const row = await findImport(tx, businessId, importId)
      const problem = 'This import couldn’t be undone. Please try again.'
      if (row?.state === 'undoing')
        await changeImport(tx, row, { state: 'imported', problem, updatedAt: deps.now() })
    })
  }
}

async function removeImported(
  tx: Transaction,
  deps: BankFileDeps,
  { businessId, importId }: ImportRef,
): Promise<void> {
  const { client } = tx
  const now = deps.now()
  await lockBanks(tx, businessId)
  const row = await findImport(tx, businessId, importId)
  if (row?.state !== 'undoing') return
  await lockRules(tx, businessId, 'read')
  const values = [businessId, importId]
  const removed = (await client.query<{ id: string }>(onlyIn, values)).rows.map(({ id }) => id)
  await undoMatchesOf(tx, deps, businessId, removed)
  await client.query('delete from transactions where business_id = $1 and id = any($2::uuid[])', [
    businessId,
    removed,
  ])
  // What is left belongs to the other import that contains it, so that undoing that one removes it.
  await client.query(
    `update transactions t set import_id = (select o.import_id from bank_import_rows o
       where o.business_id = $1 and o.transaction_id = t.id and o.import_id <> $2 order by o.import_id limit 1)
     where t.business_id = $1 and t.import_id = $2`,
    values,
  )
  await client.query('delete from bank_import_rows where business_id = $1 and import_id = $2', values)
  const { rows } = await client.query<{ id: string }>(
    'delete from bank_statements where business_id = $1 and import_id = $2 returning account_id as id',
    values,
  )
  const accountIds = [...new Set(rows.map(({ id }) => id))]
  await removeEmptyAccounts(tx, businessId, accountIds)
  await refreshBalances(tx, { businessId, now }, accountIds)
  await changeImport(tx, row, { state: 'undone', done: row.total, updatedAt: now })
}

/** An account without a connection that has neither transactions nor an import. */
async function removeEmptyAccounts(
  { client }: Transaction,
  businessId: string,
  accountIds: readonly string[],
): Promise<void> {
  await client.query(
    `with gone as (
       delete from bank_connections c using bank_accounts a
       where c.business_id = $1 and c.source = 'file' and a.business_id = $1 and a.connection_id = c.id and a.id = any($2::uuid[])
         and not exists (select from transactions t where t.business_id = $1 and t.account_id = a.id)
         and not exists (select from bank_statements s where s.business_id = $1 and s.account_id = a.id)
       returning a.id)
     update bank_file_shapes set account_id = null where business_id = $1 and account_id in (select id from gone)`,
    [businessId, accountIds],
  )
}
