import { readPages } from '../../platform/db/read-pages.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { SheetCell, SheetColumn } from '../../platform/files/spreadsheet.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import type { ListFormat } from './contract.ts'
import { type ExportDeps, exportSheet } from './export-sheet.ts'
import { exportPlanText, listFileName } from './rules.ts'

const rowsPerPage = 500

export interface ListColumn<Row> extends SheetColumn {
  cell: (row: Row) => SheetCell
}

interface ExportedList<Row> {
  /** Such as Invoices: the name of the sheet and, in lower case, of the file. */
  name: string
  format: ListFormat
  /** Selects the rows in the order of the list. */
  statement: { text: string; values: readonly unknown[] }
  columns: readonly ListColumn<Row>[]
}

/** Exports a list as a spreadsheet that is written while it is downloaded. */
export async function exportList<Row extends object>(
  deps: ExportDeps,
  identity: Pick<Identity, 'businessId' | 'business'>,
  { name, format, statement, columns }: ExportedList<Row>,
): Promise<FileAnswer> {
  const { businessId, business } = identity
  await withTenant(deps.database, businessId, assertPlanHasExports)
  return exportSheet(deps, businessId, {
    fileName: listFileName(name, dateIn(business.timeZone, deps.now()), format),
    format,
    sheetOf: ({ client }) => ({
      name,
      columns,
      rows: cellsOf(readPages<Row>(client, statement.text, rowsPerPage, statement.values), columns),
    }),
  })
}

async function* cellsOf<Row>(
  pages: AsyncIterable<Row[]>,
  columns: readonly ListColumn<Row>[],
): AsyncGenerator<SheetCell[]> {
  for await (const rows of pages) for (const row of rows) yield columns.map(({ cell }) => cell(row))
}

async function assertPlanHasExports({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'importAndExport'))
    throw new AppError('PLAN_REQUIRED', exportPlanText)
}
