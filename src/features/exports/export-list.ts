import { forReports } from '../../platform/db/for-reports.ts'
import { beginSnapshot, readPages } from '../../platform/db/read-pages.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { attachmentDisposition } from '../../platform/files/file-name.ts'
import { pushStream } from '../../platform/files/push-stream.ts'
import {
  type Sheet,
  type SheetCell,
  type SheetColumn,
  csvBytes,
  xlsxBytes,
} from '../../platform/files/spreadsheet.ts'
import type { Identity } from '../../platform/http/api.ts'
import { type Limit, countUse } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import { type ListFormat, listFileTypes } from './contract.ts'
import { exportPlanText, listFileName } from './rules.ts'
import { readerLimits, withExportSlot } from './with-export-slot.ts'

const rowsPerPage = 500

export type ExportDeps = Deps<'database' | 'log' | 'now'>

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
  { businessId, business }: Pick<Identity, 'businessId' | 'business'>,
  { name, format, statement, columns }: ExportedList<Row>,
): Promise<FileAnswer> {
  const { database, now } = deps
  await withTenant(database, businessId, assertPlanHasExports)
  return withExportSlot(deps, businessId, async (writing) => {
    await countUse(database, exportLimits(businessId))
    const date = now()
    const bytes = pushStream(
      (write) =>
        writing(async () => {
          await withTenant(await forReports(database), businessId, async ({ client }) => {
            await beginSnapshot(client)
            const rows = cellsOf(
              readPages<Row>(client, statement.text, rowsPerPage, statement.values),
              columns,
            )
            const sheet: Sheet = { name, columns, rows }
            for await (const chunk of format === 'csv' ? csvBytes(sheet) : xlsxBytes([sheet], { date })) {
              await write(chunk)
            }
          })
        }),
      readerLimits,
    )
    const fileName = listFileName(name, dateIn(business.timeZone, date), format)
    return {
      bytes,
      contentType: listFileTypes[format],
      headers: { 'content-disposition': attachmentDisposition(fileName) },
    }
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

function exportLimits(businessId: string): Limit[] {
  const refusal = 'You can export lists 60 times an hour.'
  return [{ key: `export-list:${businessId}`, max: 60, windowSeconds: 3600, refusal }]
}
