import type { BankFile, Choices } from './bank-file.ts'
import { readTable } from './tables/read-table.ts'
import { labelOf } from './tables/table-labels.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'
import { openWorkbook, type Workbook } from './xlsx/open-workbook.ts'
import { readSheet } from './xlsx/read-sheet.ts'
import { dayOfSerial } from './xlsx/xlsx-dates.ts'

/** Reads the first sheet of a workbook that has a table of transactions. */
export function readXlsx(bytes: Uint8Array, choices: Choices, home?: string): BankFile {
  const workbook = openWorkbook(bytes)
  let problem: UnreadableBankFile | null = null
  for (const sheet of workbook.sheets) {
    try {
      return readTable(
        withDays(readSheet(sheet(), workbook), workbook),
        { format: 'xlsx', delimiter: '' },
        choices,
        home,
      )
    } catch (error) {
      if (!(error instanceof UnreadableBankFile)) throw error
      problem ??= error
    }
  }
  throw problem ?? new UnreadableBankFile('This workbook has no sheets with cells.')
}

/** Some programs store dates as numbers without a format. Below a label for dates, such numbers are days. */
function withDays(rows: string[][], { isFrom1904 }: Workbook): string[][] {
  const header = rows.findIndex((row) => row.filter((cell) => labelOf(cell) !== null).length > 2)
  if (header < 0) return rows
  const isDate = rows[header]?.map((cell) => /date$/i.test(labelOf(cell)?.role ?? '')) ?? []
  return rows.map((row, index) =>
    index <= header
      ? row
      : row.map((cell, at) =>
          isDate[at] === true && /^[2-5]\d{4}(\.\d+)?$/.test(cell)
            ? (dayOfSerial(Number(cell), isFrom1904) ?? cell)
            : cell,
        ),
  )
}
