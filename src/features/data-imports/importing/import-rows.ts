import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { removeStoredFiles } from '../../../platform/files/stored-files.ts'
import type { JobRun } from '../../../platform/jobs/job.ts'
import { holdClosedThrough } from '../../periods/assert-open-period.ts'
import { closedProblem } from '../closed-problem.ts'
import type { DataImportDeps } from '../data-import-deps.ts'
import type { ImportRef } from '../jobs.ts'
import { type ImportRow, changeImport, lockImport } from '../queries.ts'
import type { DataRecord } from '../reading/data-file.ts'
import type { DataKind } from '../rules.ts'
import type { ChosenRow, Importer } from './batch.ts'
import { importClients } from './import-clients.ts'
import { importExpenses } from './import-expenses.ts'
import { importInvoices } from './import-invoices.ts'

const importers: Record<DataKind, Importer> = {
  clients: importClients,
  invoices: importInvoices,
  expenses: importExpenses,
}

/** Small enough that others who change the same business wait for a second at most. */
const batchSize = 100

/**
 * Creates the records of the chosen rows. Each batch is one transaction, which also removes its rows: whenever the process
 * ends, the next run goes on with those that are left.
 */
export async function importRows(
  deps: DataImportDeps,
  ref: ImportRef,
  { isLastTry }: Pick<JobRun, 'isLastTry'> = { isLastTry: false },
): Promise<void> {
  const { database, log, now } = deps
  const { businessId, importId } = ref
  try {
    while (await withTenant(database, businessId, (tx) => importBatch(tx, deps, ref)));
  } catch (error) {
    if (!isLastTry) throw error
    log.error({ err: error, businessId, importId }, 'a data file could not be imported')
    await withTenant(database, businessId, async (tx) => {
      const row = await lockImport(tx, businessId, importId)
      if (row.state !== 'importing') return
      const problem = 'The import stopped before its end. What it added stays until you undo it.'
      await finish(tx, deps, row, { state: 'failed', problem, updatedAt: now() })
    })
  }
}

/** Returns whether there may be more rows. */
async function importBatch(
  tx: Transaction,
  deps: DataImportDeps,
  { businessId, importId }: ImportRef,
): Promise<boolean> {
  const { client } = tx
  const [closedThrough, row] = await Promise.all([
    holdClosedThrough(tx, businessId),
    lockImport(tx, businessId, importId),
  ])
  if (row.state !== 'importing') return false
  const { rows: chosen } = await client.query<ChosenRow>(
    `select position, row_number as "rowNumber", record from data_import_rows
     where business_id = $1 and import_id = $2 and chosen order by position limit ${batchSize}`,
    [businessId, importId],
  )
  if (chosen.length === 0) {
    await finish(tx, deps, row, { state: 'imported', updatedAt: deps.now() })
    return false
  }
  const rows = await refuseClosed(tx, row, chosen, closedThrough)
  const { created, skipped } =
    rows.length > 0 ? await importers[row.kind](tx, deps, row, rows) : { created: [], skipped: 0 }
  await client.query(
    `insert into data_import_records (business_id, import_id, kind, record_id)
     select $1, $2, created.kind, created.id from unnest($3::text[], $4::uuid[]) as created (kind, id)`,
    [businessId, importId, created.map(({ kind }) => kind), created.map(({ recordId }) => recordId)],
  )
  await client.query(
    `delete from data_import_rows where business_id = $1 and import_id = $2 and position = any($3::int[])`,
    [businessId, importId, rows.map(({ position }) => position)],
  )
  await changeImport(tx, row, {
    done: row.done + chosen.length,
    added: row.added + rows.length - skipped,
    skipped: row.skipped + skipped,
    updatedAt: deps.now(),
  })
  return true
}

/** A period may have been closed since the preview. Its rows become rows with errors; the others are returned. */
async function refuseClosed(
  { client }: Transaction,
  { businessId, id, kind }: ImportRow,
  chosen: readonly ChosenRow[],
  closedThrough: string | null,
): Promise<ChosenRow[]> {
  const problems = new Map(
    chosen.flatMap((row) => {
      const record = row.record as unknown as DataRecord | null
      const problem = closedProblem(kind, { ...row, record }, closedThrough)
      return problem ? [[row.position, problem] as const] : []
    }),
  )
  if (problems.size === 0) return [...chosen]
  await client.query(
    `update data_import_rows r
     set state = 'error', chosen = false, record = null, problems = jsonb_build_array(w.problem)
     from unnest($3::int[], $4::jsonb[]) as w (position, problem)
     where r.business_id = $1 and r.import_id = $2 and r.position = w.position`,
    [businessId, id, [...problems.keys()], [...problems.values()].map((problem) => JSON.stringify(problem))],
  )
  return chosen.filter(({ position }) => !problems.has(position))
}

/** Rows with errors stay, so that they can be mended. The file and all other rows go. */
async function finish(
  tx: Transaction,
  deps: DataImportDeps,
  row: ImportRow,
  changes: { state: 'imported' | 'failed'; problem?: string; updatedAt: Date },
): Promise<void> {
  const { businessId, id, fileId, kind, reading } = row
  await tx.client.query(
    `delete from data_import_rows where business_id = $1 and import_id = $2 and state <> 'error'`,
    [businessId, id],
  )
  await changeImport(tx, row, { ...changes, fileId: null, reading: { ...reading, sample: [] } })
  if (fileId) await removeStoredFiles(tx, deps.jobs, businessId, [fileId])
  if (kind === 'expenses') await deps.matchReceipts(tx, businessId)
  if (kind !== 'clients') await deps.matchTransactions(tx, businessId)
}
