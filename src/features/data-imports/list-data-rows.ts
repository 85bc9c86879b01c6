import type { dataImportRows } from '../../platform/db/tables/data-imports.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { DataReading, DataRow } from './contract.ts'
import { getImport } from './queries.ts'
import type { ClientRecord, ExpenseRecord, InvoiceRecord } from './reading/data-file.ts'
import { type AnyField, type DataKind, isChoosable, problemText } from './rules.ts'

type Query = QueryOf<typeof contract.listDataRows>
type StoredRow = Pick<
  typeof dataImportRows.$inferSelect,
  'position' | 'rowNumber' | 'state' | 'cells' | 'problems' | 'record'
>

const pageSize = 100
const conditions: Record<Query['filter'], string> = {
  all: 'true',
  good: `state = 'good'`,
  errors: `state = 'error'`,
  existing: `state in ('existing', 'left_out')`,
}

export async function listDataRows(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  id: string,
  { filter, page }: Query,
): Promise<ResponseOf<typeof contract.listDataRows>> {
  return withTenant(database, businessId, async (tx) => {
    const { kind, reading } = await getImport(tx, businessId, id)
    const where = `business_id = $1 and import_id = $2 and ${conditions[filter]}`
    const { rows } = await tx.client.query<StoredRow>(
      `select position, row_number as "rowNumber", state, cells, problems, record from data_import_rows where ${where}
       order by state <> 'error', position limit ${pageSize} offset $3`,
      [businessId, id, page * pageSize],
    )
    const { rows: counted } = await tx.client.query<{ count: number }>(
      `select count(*)::int as count from data_import_rows where ${where}`,
      [businessId, id],
    )
    const { columns = {} } = reading as Partial<DataReading>
    return { rows: rows.map((row) => toRow(row, kind, columns)), count: counted[0]?.count ?? 0 }
  })
}

function toRow(row: StoredRow, kind: DataKind, columns: DataReading['columns']): DataRow {
  const { position, rowNumber, state, problems } = row
  return {
    position,
    rowNumber,
    state,
    isChoosable: isChoosable(state, kind),
    ...(row.record ? describe[kind](row.record as never) : describeCells(row, kind, columns)),
    problems: problems.map(problemText),
  }
}

type Description = Pick<DataRow, 'title' | 'detail' | 'date' | 'currency' | 'amountMinor'>

const describe = {
  clients: ({ companyName, contactName, email }: ClientRecord): Description => ({
    title: companyName,
    detail: [contactName, email].filter(Boolean).join(', '),
    date: null,
    currency: null,
    amountMinor: null,
  }),
  invoices: ({
    number,
    client,
    issueDate,
    currency,
    totalMinor,
    payment,
    isDraft,
    charge,
  }: InvoiceRecord): Description => {
    const lines = charge.kind === 'lines' && charge.lines.length > 1 && `${charge.lines.length} lines`
    const paid = payment === null ? 'open' : payment.amountMinor < totalMinor ? 'partly paid' : 'paid'
    return {
      title: number,
      detail: [client.companyName, isDraft ? 'draft' : paid, lines].filter(Boolean).join(', '),
      date: issueDate,
      currency,
      amountMinor: totalMinor,
    }
  },
  expenses: ({ date, currency, amountMinor, category, vendor, notes }: ExpenseRecord): Description => ({
    title: vendor || notes || category,
    detail: vendor && notes ? `${category}, ${notes}` : category,
    date,
    currency,
    amountMinor,
  }),
}

const titleFields: Record<DataKind, [AnyField, AnyField]> = {
  clients: ['companyName', 'email'],
  invoices: ['number', 'clientName'],
  expenses: ['vendor', 'category'],
}

/** A row that could not be read, by what stands in the file. */
function describeCells({ cells }: StoredRow, kind: DataKind, columns: DataReading['columns']): Description {
  const [title = '', detail = ''] = titleFields[kind].map(
    (field) => cells[0]?.[columns[field] ?? -1]?.trim() ?? '',
  )
  const filled = cells[0]?.find((cell) => cell.trim() !== '') ?? ''
  return {
    title: (title || filled).slice(0, 200),
    detail: detail.slice(0, 200),
    date: null,
    currency: null,
    amountMinor: null,
  }
}
