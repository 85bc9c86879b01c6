import { and, eq } from 'drizzle-orm'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { bankImports } from '../../platform/db/tables/banking.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { accountLabel } from '../banking/rules.ts'
import { includesFeature } from '../billing/rules.ts'
import type { BankImport } from './contract.ts'
import { bankFilesPlanText } from './rules.ts'

export type ImportRow = typeof bankImports.$inferSelect

export function importNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This import could not be found.')
}

/** Throws PLAN_REQUIRED if the current plan of the business does not include bank files. */
export async function assertPlanHasBankFiles({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'importAndExport'))
    throw new AppError('PLAN_REQUIRED', bankFilesPlanText)
}

const selectImport = ({ db }: Transaction, businessId: string, id: string) =>
  db
    .select()
    .from(bankImports)
    .where(and(eq(bankImports.businessId, businessId), eq(bankImports.id, id)))

export async function findImport(
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<ImportRow | undefined> {
  return (await selectImport(tx, businessId, id))[0]
}

export async function getImport(tx: Transaction, businessId: string, id: string): Promise<ImportRow> {
  const row = await findImport(tx, businessId, id)
  if (!row) throw importNotFound()
  return row
}

/** Locks an import, so that one request changes its state at a time. Jobs that write its rows do not lock it. */
export async function lockImport(tx: Transaction, businessId: string, id: string): Promise<ImportRow> {
  const [row] = await selectImport(tx, businessId, id).for('update')
  if (!row) throw importNotFound()
  return row
}

export async function changeImport(
  { db }: Transaction,
  { businessId, id }: Pick<ImportRow, 'businessId' | 'id'>,
  changes: Partial<typeof bankImports.$inferInsert> & { updatedAt: Date },
): Promise<void> {
  await db
    .update(bankImports)
    .set(changes)
    .where(and(eq(bankImports.businessId, businessId), eq(bankImports.id, id)))
}

type ViewRow = Omit<BankImport, 'accounts'> & {
  accounts: { id: string; institutionName: string; type: string }[] | null
}

const views = `
  select i.id, i.file_name as "fileName", i.format, i.state, i.problem, i.done, i.total, i.added, i.existing,
    (select json_agg(json_build_object('id', a.id, 'institutionName', c.institution_name, 'type', a.type) order by a.created_at, a.id)
     from bank_accounts a
     join bank_connections c on c.business_id = $1 and c.id = a.connection_id
     where a.business_id = $1 and a.id in (
       select s.account_id from bank_statements s where s.business_id = $1 and s.import_id = i.id)) as accounts,
    ${isoMoment('i.created_at')} as "createdAt"
  from unnest($2::uuid[]) with ordinality as wanted (id, position)
  join bank_imports i on i.business_id = $1 and i.id = wanted.id
  order by wanted.position`

/** Imports as the API shows them, in the order of the ids. */
export async function viewsOf(
  { client }: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<BankImport[]> {
  const { rows } = await client.query<ViewRow>({
    name: 'bank-import-views',
    text: views,
    values: [businessId, ids],
  })
  return rows.map((row) => ({
    ...row,
    accounts: (row.accounts ?? []).map((account) => ({ id: account.id, label: accountLabel(account) })),
  }))
}

export async function getImportView(tx: Transaction, businessId: string, id: string): Promise<BankImport> {
  const [view] = await viewsOf(tx, businessId, [id])
  if (!view) throw importNotFound()
  return view
}
