import { getTableColumns } from 'drizzle-orm'
import { type PgTable, getTableConfig } from 'drizzle-orm/pg-core'

interface Exceptions {
  /** Percentages and the like, which are kept in thousandths. */
  thousandths?: readonly string[]
  /** Too long or too deep for a cell of a spreadsheet. */
  jsonOnly?: readonly string[]
  /** Encrypted ones: the export only says whether there is one. */
  secrets?: readonly string[]
  /** Not in it, and why. */
  leftOut?: Readonly<Record<string, string>>
  orderBy?: string
}

export interface ExportedTable extends Exceptions {
  name: string
  /** What is in it, for README.txt. */
  about: string
  columns: readonly string[]
  orderBy: string
}

/** In every table, and the same in every row. */
export const businessColumn = 'business_id'

/** They come last, behind what an owner looks for. */
const bookkeeping = ['created_by', 'request_id', 'version', 'created_at', 'updated_at']

export function exported(table: PgTable, about: string, exceptions: Exceptions = {}): ExportedTable {
  const { jsonOnly = [], secrets = [], leftOut = {}, orderBy = 'created_at, id' } = exceptions
  const { name } = getTableConfig(table)
  const apart = new Set([businessColumn, ...jsonOnly, ...secrets, ...Object.keys(leftOut)])
  const shown = Object.values(getTableColumns(table)).filter((column) => !apart.has(column.name))
  // Encrypted values are stored as bytes: a new one must not leave with an export by default.
  const bytes = shown.find((column) => column.getSQLType() === 'bytea')
  if (bytes) throw new Error(`${name}.${bytes.name} holds bytes: name it in secrets or leftOut`)
  const columns = shown
    .map((column) => column.name)
    .toSorted((a, b) => bookkeeping.indexOf(a) - bookkeeping.indexOf(b))
  return { ...exceptions, name, about, columns, orderBy }
}
