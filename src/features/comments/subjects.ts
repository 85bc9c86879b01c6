import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { type SubjectKind, nounOf, subjectKinds } from './rules.ts'

export interface Subject {
  kind: SubjectKind
  id: string
}

/** What a comment is about, as people call it. */
export interface SubjectText {
  title: string
  detail: string
}

/** The column with its id, its table, and SQL for what people call it. */
export const subjectRows = {
  invoice: {
    column: 'invoice_id',
    table: 'invoices',
    title: `'Invoice ' || s.number`,
    detail: 's.client_name',
  },
  expense: {
    column: 'expense_id',
    table: 'expenses',
    title: `'Expense'`,
    detail: `coalesce(nullif(s.vendor, ''), nullif(left(s.notes, 120), ''), s.category)`,
  },
  transaction: {
    column: 'transaction_id',
    table: 'transactions',
    title: `'Transaction'`,
    detail: 's.description',
  },
} as const satisfies Record<SubjectKind, unknown>

/** Of a row with a column for each kind. */
export function subjectOf(row: Record<`${SubjectKind}Id`, string | null>): Subject {
  for (const kind of subjectKinds) {
    const id = row[`${kind}Id`]
    if (id !== null) return { kind, id }
  }
  throw new Error('a comment on nothing')
}

/** Throws NOT_FOUND. `isKept` keeps it from being deleted until the transaction ends. */
export async function describeSubject(
  { client }: Transaction,
  businessId: string,
  { kind, id }: Subject,
  { isKept = false } = {},
): Promise<SubjectText> {
  const { table, title, detail } = subjectRows[kind]
  const { rows } = await client.query<SubjectText>(
    `select ${title} as title, ${detail} as detail from ${table} s
     where s.business_id = $1 and s.id = $2 ${isKept ? 'for key share' : ''}`,
    [businessId, id],
  )
  if (!rows[0]) throw new AppError('NOT_FOUND', `This ${nounOf[kind]} does not exist.`)
  return rows[0]
}
