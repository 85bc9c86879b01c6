import { type CellValue, byteOrderMark, csvCell, csvLine } from '../../platform/files/csv-line.ts'
import { type Currency, defaultCurrency } from '../../shared/currencies.ts'
import { decimalText } from '../../shared/money.ts'
import { thousandthsText } from '../../shared/thousandths.ts'

type Pages = AsyncGenerator<{ line: string }[]>

interface TableFile {
  /** Empty for the first file, then -2, -3 and so on. */
  suffix: string
  content: AsyncGenerator<Uint8Array>
}

/** A zip entry can be four times as large, but editors and spreadsheets cannot handle that. */
const fileSize = 1024 ** 3

interface FileFormat {
  head: string
  page(rows: { line: string }[], isFirst: boolean): string
  foot: string
}

/** Writes the rows as JSON arrays, one row per line. */
export function jsonFiles(pages: Pages, size = fileSize): AsyncGenerator<TableFile> {
  return split(pages, size, {
    head: '[\n',
    page: (rows, isFirst) => (isFirst ? '' : ',\n') + rows.map(({ line }) => line).join(',\n'),
    foot: '\n]\n',
  })
}

export function csvFiles(table: CsvTable, pages: Pages, size = fileSize): AsyncGenerator<TableFile> {
  return split(pages, size, {
    head: byteOrderMark + csvHeader(table),
    page: (rows) => rows.map(({ line }) => csvRow(table, JSON.parse(line))).join(''),
    foot: '',
  })
}

/** Splits the pages into files. Each file must be read to its end before the next. */
async function* split(pages: Pages, size: number, format: FileFormat): AsyncGenerator<TableFile> {
  let isDone = false
  async function* oneFile(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(format.head)
    for (let written = 0; written < size;) {
      // Not for-await: leaving that loop early would also close the pages.
      const { value: rows, done } = await pages.next()
      isDone = done === true
      if (!rows) break
      const bytes = Buffer.from(format.page(rows, written === 0))
      written += bytes.length
      yield bytes
    }
    yield Buffer.from(format.foot)
  }
  for (let part = 1; !isDone; part += 1) {
    yield { suffix: part === 1 ? '' : `-${part}`, content: oneFile() }
  }
}

const minor = '_minor'

export interface CsvTable {
  columns: readonly string[]
  /** The columns that are stored in thousandths: 1500 is written as 1.5. */
  thousandths?: readonly string[]
  /** The home currency: of home amounts, and of rows that name no currency. */
  home?: Currency
}

/** Renames columns of minor units to columns of amounts: total_minor 12550 becomes total 125.50. */
export function csvHeader({ columns }: CsvTable): string {
  return csvLine(columns.map((column) => (isMoney(column) ? column.slice(0, -minor.length) : column)))
}

export function csvRow(
  { columns, thousandths = [], home = defaultCurrency }: CsvTable,
  row: Readonly<Record<string, CellValue>>,
): string {
  const own = typeof row['currency'] === 'string' ? row['currency'] : home
  return csvLine(
    columns.map((column) => {
      const value = row[column] ?? null
      if (typeof value !== 'number') return csvCell(value)
      if (isMoney(column)) return decimalText(value, homeColumns.has(column) ? home : own)
      return thousandths.includes(column) ? thousandthsText(value, 'en-US') : String(value)
    }),
  )
}

/** Amounts in the home currency, whatever the currency of the row is. */
const homeColumns = new Set(['home_minor', 'gain_minor'])

function isMoney(column: string): boolean {
  return column.endsWith(minor)
}
