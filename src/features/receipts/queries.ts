import { and, eq } from 'drizzle-orm'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { expenseText } from '../../platform/db/tables/expenses.ts'
import { type ReceiptPage, receipts } from '../../platform/db/tables/receipts.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import type { Receipt } from './contract.ts'
import { suggestCategories } from './suggest-categories.ts'

export type ReceiptRow = typeof receipts.$inferSelect

export function receiptNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This receipt could not be found.')
}

const selectReceipt = ({ db }: Transaction, businessId: string, id: string) =>
  db
    .select()
    .from(receipts)
    .where(and(eq(receipts.businessId, businessId), eq(receipts.id, id)))

function orReceiptNotFound([row]: ReceiptRow[]): ReceiptRow {
  if (!row) throw receiptNotFound()
  return row
}

export async function getReceiptRow(tx: Transaction, businessId: string, id: string): Promise<ReceiptRow> {
  return orReceiptNotFound(await selectReceipt(tx, businessId, id))
}

/** Locks a receipt, so that it is filed, read and changed by one transaction at a time. */
export async function lockReceipt(tx: Transaction, businessId: string, id: string): Promise<ReceiptRow> {
  return orReceiptNotFound(await selectReceipt(tx, businessId, id).for('update'))
}

/** Throws PLAN_REQUIRED if the current plan of the business does not include receipts. */
export async function assertPlanHasReceipts({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'receipts'))
    throw new AppError('PLAN_REQUIRED', 'Receipts are part of the Pro plan.')
}

type ViewRow = Omit<Receipt, 'pages' | 'category'> & { pages: ReceiptPage[] }

/** An expense as what a receipt is filed under, or null where the join found none. */
export const expenseAsTarget = (e: string) => `case when ${e}.id is not null then json_build_object(
  'kind', 'expense', 'id', ${e}.id, 'date', ${e}.date, 'currency', ${e}.currency, 'amountMinor', ${e}.amount_minor,
  'text', ${expenseText(e)}, 'category', ${e}.category) end`

/** The same for a bank transaction. */
export const transactionAsTarget = (t: string) => `case when ${t}.id is not null then json_build_object(
  'kind', 'transaction', 'id', ${t}.id, 'date', ${t}.date, 'currency', ${t}.currency, 'amountMinor', ${t}.amount_minor,
  'text', trim(coalesce(${t}.merchant, ${t}.description)), 'category', ${t}.category) end`

const views = `
  select r.id, r.version, r.state, r.problem, r.source, r.sender, r.file_name as "fileName",
    f.content_type as "contentType", f.byte_count::float8 as "byteCount", r.pages, r.merchant, r.date::text as date, r.currency,
    r.total_minor::float8 as "totalMinor", r.tax_minor::float8 as "taxMinor", r.card_last4 as "cardLast4", r.items, r.reading, r.taken,
    r.duplicate_of as "duplicateOf", ${expenseAsTarget('e')} as expense, ${transactionAsTarget('t')} as transaction,
    case when e.id is not null or t.id is not null then r.filed_by end as "filedBy",
    case when e.id is null and t.id is null then coalesce(${expenseAsTarget('se')}, ${transactionAsTarget('st')}) end as suggestion,
    ${isoMoment('r.checked_at')} as "checkedAt", ${isoMoment('r.created_at')} as "createdAt"
  from unnest($2::uuid[]) with ordinality as wanted (id, place)
  join receipts r on r.business_id = $1 and r.id = wanted.id
  join stored_files f on f.business_id = $1 and f.id = r.original_id
  left join expenses e on e.business_id = $1 and e.id = r.expense_id
  left join transactions t on t.business_id = $1 and t.id = r.transaction_id
  left join expenses se on se.business_id = $1 and r.suggestion ->> 'kind' = 'expense'
    and se.id = (r.suggestion ->> 'id')::uuid
  left join transactions st on st.business_id = $1 and r.suggestion ->> 'kind' = 'transaction'
    and st.id = (r.suggestion ->> 'id')::uuid
  order by wanted.place`

/** Receipts as the API shows them, in the order of the ids. Those that are gone are left out. */
export async function viewsOf(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<Receipt[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.client.query<ViewRow>({
    name: 'receipt-views',
    text: views,
    values: [businessId, ids],
  })
  const unfiled = rows.filter(({ expense }) => expense === null)
  const categories = await suggestCategories(
    tx,
    businessId,
    unfiled.flatMap(({ merchant }) => merchant ?? []),
  )
  return rows.map((row) => ({
    ...row,
    pages: row.pages.map(({ width, height }) => ({ width, height })),
    category: (row.expense === null && row.merchant !== null && categories.get(row.merchant)) || null,
  }))
}

export async function getReceiptView(tx: Transaction, businessId: string, id: string): Promise<Receipt> {
  const [view] = await viewsOf(tx, businessId, [id])
  if (!view) throw receiptNotFound()
  return view
}
