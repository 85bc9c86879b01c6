import type { dataImportRecords, dataImportRows } from '../../../platform/db/tables/data-imports.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DataImportDeps } from '../data-import-deps.ts'
import type { ImportRow } from '../queries.ts'

export type ChosenRow = Pick<typeof dataImportRows.$inferSelect, 'position' | 'rowNumber' | 'record'>
export type CreatedRecord = Pick<typeof dataImportRecords.$inferSelect, 'kind' | 'recordId'>

/** What became of a batch of rows. */
export interface BatchResult {
  created: CreatedRecord[]
  /** How many rows the business has by now. */
  skipped: number
}

export type Importer = (
  tx: Transaction,
  deps: DataImportDeps,
  row: ImportRow,
  rows: readonly ChosenRow[],
) => Promise<BatchResult>
