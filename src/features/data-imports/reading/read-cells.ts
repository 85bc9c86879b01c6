import { decodeText } from '../../bank-files/reading/decode-text.ts'
import { recognizeText } from '../../bank-files/reading/recognize-file.ts'
import { splitCsv } from '../../bank-files/reading/tables/csv-rows.ts'
import { UnreadableBankFile } from '../../bank-files/reading/unreadable-bank-file.ts'
import { openWorkbook } from '../../bank-files/reading/xlsx/open-workbook.ts'
import { readSheet } from '../../bank-files/reading/xlsx/read-sheet.ts'
import { bankStatementText, maxDataRows } from '../rules.ts'
import { UnreadableDataFile } from './unreadable-data-file.ts'

const maxColumns = 500
/** Titles above a table, and sums below it. */
const roomForTitles = 100

/** Reads the cells of a CSV file or of the first filled sheet of a workbook. */
export function readCells(bytes: Uint8Array): string[][] {
  if (bytes.length === 0) throw new UnreadableDataFile('This file is empty. Please choose another one.')
  assertTable(bytes)
  const rows = withoutBankFiles(() =>
    isZip(bytes) ? readSheetCells(bytes) : readTextCells(decodeText(bytes)),
  )
  while (rows.length > 0 && isEmptyRow(rows.at(-1))) rows.pop()
  if (rows.length === 0) throw new UnreadableDataFile('There is no table in this file.')
  if (rows.length > maxDataRows + roomForTitles) throw tooManyRows(rows.length)
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (widest > maxColumns)
    throw new UnreadableDataFile(
      `This file has ${widest.toLocaleString('en-US')} columns. A table can have at most ${maxColumns}.`,
    )
  return rows
}

export function tooManyRows(count: number): UnreadableDataFile {
  const limit = maxDataRows.toLocaleString('en-US')
  return new UnreadableDataFile(
    `This file has ${count.toLocaleString('en-US')} rows. Please split it into files of at most ${limit} rows.`,
  )
}

export const isEmptyRow = (row: readonly string[] = []) => row.every((cell) => cell.trim() === '')

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)
const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b)

function assertTable(bytes: Uint8Array): void {
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    throw new UnreadableDataFile('This is a PDF. Please export a CSV or Excel file instead.')
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableDataFile('This is an old Excel file (.xls). Please save it as .xlsx or CSV.')
}

/** The readers below are those of bank files, and so are their words. */
function withoutBankFiles<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableBankFile)) throw error
    const message = /bank|transactions/i.test(error.message)
      ? 'This is not a table. Please choose a CSV or Excel file.'
      : error.message
    throw new UnreadableDataFile(message)
  }
}

function readTextCells(text: string): string[][] {
  if (text.trim() !== '' && recognizeText(text) !== 'csv') throw new UnreadableDataFile(bankStatementText)
  return splitCsv(text).rows
}

/** The first sheet with cells. */
function readSheetCells(bytes: Uint8Array): string[][] {
  const workbook = openWorkbook(bytes)
  for (const sheet of workbook.sheets) {
    const rows = readSheet(sheet(), workbook)
    if (!rows.every(isEmptyRow)) return rows
  }
  return []
}
