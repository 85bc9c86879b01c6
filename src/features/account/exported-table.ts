import { getTableColumns } from 'drizzle-orm'
import { type PgTable, getTableConfig } from 'drizzle-orm/pg-core'

interface ExportOptions {
  /** Columns stored in thousandths, such as percentages. */
  thousandths?: readonly string[]
  /** Columns too long or too deeply nested for a spreadsheet cell. */
  jsonOnly?: readonly string[]
  /** Encrypted columns: the export only says whether there is a value. */
  secrets?: readonly string[]
  /** Columns that are not exported, with the reason. */
  leftOut?: Readonly<Record<string, string>>
  orderBy?: string
}

export interface ExportedTable extends ExportOptions {
  name: string
  /** What the table contains, for README.txt. */
  about: string
  columns: readonly string[]
  orderBy: string
}

/** Part of every table, with the same value in every row. */
export const businessColumn = 'business_id'

/** These columns come last, after those an owner looks for. */
const bookkeeping = ['created_by', 'request_id', 'version', 'created_at', 'updated_at']

export function exported(table: PgTable, about: string, options: ExportOptions = {}): ExportedTable {
  const { jsonOnly = [], secrets = [], leftOut = {}, orderBy = 'created_at, id' } = options
  const { name } = getTableConfig(table)
  const excluded = new Set([businessColumn, ...jsonOnly, ...secrets, ...Object.keys(leftOut)])
  const shown = Object.values(getTableColumns(table)).filter((column) => !excluded.has(column.name))
  // Encrypted values are stored as bytes: a new column must not be exported by default.
  const bytes = shown.find((column) => column.getSQLType() === 'bytea')
  if (bytes) throw new Error(`${name}.${bytes.name} holds bytes: name it in secrets or leftOut`)
  const columns = shown
    .map((column) => column.name)
    .toSorted((a, b) => bookkeeping.indexOf(a) - bookkeeping.indexOf(b))
  return { ...options, name, about, columns, orderBy }
}
