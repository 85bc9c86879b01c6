import { forReports } from '../../platform/db/for-reports.ts'
import { beginSnapshot } from '../../platform/db/read-pages.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { attachmentDisposition } from '../../platform/files/file-name.ts'
import { pushStream } from '../../platform/files/push-stream.ts'
import { type Sheet, csvBytes, xlsxBytes } from '../../platform/files/spreadsheet.ts'
import { type Limit, countUse } from '../../platform/limits/limit.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import { type ListFormat, listFileTypes } from './contract.ts'
import { readerLimits, withExportSlot } from './with-export-slot.ts'

export type ExportDeps = Deps<'database' | 'log' | 'now'>

interface ExportedSheet {
  fileName: string
  format: ListFormat
  /** Reads its rows of one moment of the database, while they are written. */
  sheetOf: (tx: Transaction) => Sheet
}

/** Exports a sheet while it is downloaded. The caller has checked the plan. */
export function exportSheet(
  deps: ExportDeps,
  businessId: string,
  { fileName, format, sheetOf }: ExportedSheet,
): Promise<FileAnswer> {
  const { database, now } = deps
  return withExportSlot(deps, businessId, async (writing) => {
    await countUse(database, exportLimits(businessId))
    const date = now()
    const bytes = pushStream(
      (write) =>
        writing(async () => {
          await withTenant(await forReports(database), businessId, async (tx) => {
            await beginSnapshot(tx.client)
            const sheet = sheetOf(tx)
            for await (const chunk of format === 'csv' ? csvBytes(sheet) : xlsxBytes([sheet], { date })) {
              await write(chunk)
            }
          })
        }),
      readerLimits,
    )
    return {
      bytes,
      contentType: listFileTypes[format],
      headers: { 'content-disposition': attachmentDisposition(fileName) },
    }
  })
}

function exportLimits(businessId: string): Limit[] {
  const refusal = 'You can export lists 60 times an hour.'
  return [{ key: `export-list:${businessId}`, max: 60, windowSeconds: 3600, refusal }]
}
