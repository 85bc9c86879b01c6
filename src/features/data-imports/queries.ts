import { and, eq } from 'drizzle-orm'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { dataImports } from '../../platform/db/tables/data-imports.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import type { DataImport, DataPreview, DataReading } from './contract.ts'
import { dataImportPlanText } from './rules.ts'

export type ImportRow = typeof dataImports.$inferSelect

export function importNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This import could not be found.')
}

/** Throws PLAN_REQUIRED if the current plan of the business does not include imports. */
export async function assertPlanHasImports({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'importAndExport'))
    throw new AppError('PLAN_REQUIRED', dataImportPlanText)
}

const selectImport = ({ db }: Transaction, businessId: string, id: string) =>
  db
    .select()
    .from(dataImports)
    .where(and(eq(dataImports.businessId, businessId), eq(dataImports.id, id)))

export async function getImport(tx: Transaction, businessId: string, id: string): Promise<ImportRow> {
  const [row] = await selectImport(tx, businessId, id)
  if (!row) throw importNotFound()
  return row
}

/** Locks an import, so that one transaction changes its state and its rows at a time. */
export async function lockImport(tx: Transaction, businessId: string, id: string): Promise<ImportRow> {
  const [row] = await selectImport(tx, businessId, id).for('update')
  if (!row) throw importNotFound()
  return row
}

export async function changeImport(
  { db }: Transaction,
  { businessId, id }: Pick<ImportRow, 'businessId' | 'id'>,
  changes: Partial<typeof dataImports.$inferInsert> & { updatedAt: Date },
): Promise<void> {
  await db
    .update(dataImports)
    .set(changes)
    .where(and(eq(dataImports.businessId, businessId), eq(dataImports.id, id)))
}

const views = `
  select i.id, i.file_name as "fileName", i.source, i.kind, i.state, i.problem, i.done, i.total, i.added, i.skipped, i.kept,
    (select count(*)::int from data_import_rows r
     where r.business_id = $1 and r.import_id = i.id and r.state = 'error') as errors,
    ${isoMoment('i.created_at')} as "createdAt"
  from unnest($2::uuid[]) with ordinality as wanted (id, position)
  join data_imports i on i.business_id = $1 and i.id = wanted.id
  order by wanted.position`

/** Imports as the API shows them, in the order of the ids. */
export async function viewsOf(
  { client }: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<DataImport[]> {
  const { rows } = await client.query<DataImport>({
    name: 'data-import-views',
    text: views,
    values: [businessId, ids],
  })
  return rows
}

export async function getImportView(tx: Transaction, businessId: string, id: string): Promise<DataImport> {
  const [view] = await viewsOf(tx, businessId, [id])
  if (!view) throw importNotFound()
  return view
}

const noReading: DataReading = { header: [], sample: [], columns: {}, missing: [], questions: [] }

interface StateCounts {
  state: string
  count: number
  rows: number
  withoutEmail: number
}

/** The preview as it was stored last. */
export async function getPreview(tx: Transaction, businessId: string, id: string): Promise<DataPreview> {
  const row = await getImport(tx, businessId, id)
  const { rows: counted } = await tx.client.query<StateCounts>(
    `select state, count(*)::int as count, sum(jsonb_array_length(cells))::int as rows,
       (count(*) filter (where problems @> '[{"lacks": "email"}]'))::int as "withoutEmail"
     from data_import_rows where business_id = $1 and import_id = $2 group by state`,
    [businessId, id],
  )
  const of = (state: string, what: 'count' | 'rows' | 'withoutEmail') =>
    counted.find((each) => each.state === state)?.[what] ?? 0
  const states = (what: 'count' | 'rows') => ({
    good: of('good', what),
    error: of('error', what),
    existing: of('existing', what),
    leftOut: of('left_out', what),
  })
  return {
    import: await getImportView(tx, businessId, id),
    ...noReading,
    ...row.reading,
    choices: row.choices,
    counts: { ...states('count'), rows: states('rows'), withoutEmail: of('error', 'withoutEmail') },
  }
}
