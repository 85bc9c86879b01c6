import { getTableColumns } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { exportedTables } from '../exported-tables.ts'
import { type Row, readRows } from './archive-rows.ts'
import { type KnownTable, checkRow } from './check-row.ts'
import type { Archive } from './open-archive.ts'
import type { RestoreContext, RestoredTable } from './restored-tables.ts'
import { UnusableArchive } from './unusable-archive.ts'

const rowsPerInsert = 500
const charactersPerInsert = 4 * 1024 ** 2

/** What the export writes of a table; undefined for one that it does not have. */
export function knownTable(name: string): KnownTable | undefined {
  const exported = exportedTables.find((one) => one.name === name)
  if (!exported) return undefined
  const { columns, jsonOnly = [], secrets = [], added = {}, table } = exported
  const ofTable = new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column]))
  const dropped = new Set([...Object.keys(added), ...secrets.map((secret) => `has_${secret}`)])
  const stored: KnownTable['stored'] = new Map(
    [...columns, ...jsonOnly].flatMap((column) => {
      const found = dropped.has(column) ? undefined : ofTable.get(column)
      if (!found || found.generated) {
        dropped.add(column)
        return []
      }
      return [[column, found] as const]
    }),
  )
  return { name, stored, dropped }
}

interface Source {
  archive: Archive
  context: RestoreContext
  onRead: (bytes: number) => void
}

/** The rows of a table as they come back, checked and with their new ids. */
export async function* readRestored(
  { archive, context, onRead }: Source,
  { name, change }: RestoredTable,
): AsyncGenerator<Row> {
  const table = knownTable(name)
  if (!table) return
  for await (const row of readRows(archive, name, onRead)) {
    const checked = checkRow(table, row, context)
    const changed = change ? change(checked, context) : checked
    if (changed) yield changed
  }
}

/** Stores the rows of a table and returns how many there are. */
export async function restoreTable(
  tx: Transaction,
  source: Source & { businessId: string },
  table: RestoredTable,
): Promise<number> {
  let count = 0
  let lines: string[] = []
  let characters = 0
  let columns: string[] | undefined
  const store = async () => {
    if (lines.length === 0) return
    await insert(tx, source.businessId, table, columns ?? [], lines)
    count += lines.length
    lines = []
    characters = 0
  }
  for await (const row of readRestored(source, table)) {
    // Columns that an older archive does not have get their default.
    columns ??= Object.keys(row)
    if (columns.length !== Object.keys(row).length || columns.some((column) => row[column] === undefined))
      throw new UnusableArchive(
        `The rows of the table ${table.name} in this archive don’t have the same columns.`,
      )
    const line = JSON.stringify(row)
    lines.push(line)
    characters += line.length
    if (lines.length >= rowsPerInsert || characters >= charactersPerInsert) await store()
  }
  await store()
  return count
}

async function insert(
  { client }: Transaction,
  businessId: string,
  { name, onConflict = '' }: RestoredTable,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  await asArchiveProblem(name, () =>
    client.query(
      `insert into ${name} (business_id, ${list})
       select $1, ${list} from json_populate_recordset(null::${name}, $2::json) ${onConflict}`,
      [businessId, `[${lines.join(',')}]`],
    ),
  )
}

/** What the database refuses because of the values is the fault of the archive; anything else is tried again. */
export async function asArchiveProblem<T>(table: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Class 22 is wrong values, 23 broken constraints, 54 limits such as the depth of nested values.
    if (!(error instanceof pg.DatabaseError) || !/^(?:22|23|54)/.test(error.code ?? '')) throw error
    const what = error.constraint ?? error.column
    throw new UnusableArchive(
      `The table ${table} of this archive has a row that can’t be stored${what ? ` (${what})` : ''}.`,
      { cause: error },
    )
  }
}
