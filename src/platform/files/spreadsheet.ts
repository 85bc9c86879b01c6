import { type Currency, digitsOf } from '../../shared/currencies.ts'
import { daysBetween, isIsoDate } from '../../shared/dates.ts'
import { type Money, decimalText } from '../../shared/money.ts'
import { thousandthsText } from '../../shared/thousandths.ts'
import { byteOrderMark, csvCell, csvLine } from './csv-line.ts'
import { type ZipEntry, zipBytes } from './stream-zip.ts'
import {
  type Styles,
  contentTypes,
  createStyles,
  packageRelations,
  sheetEnd,
  sheetHead,
  sheetPath,
  workbookRelations,
  workbookXml,
} from './xlsx-parts.ts'
import { columnLetters, maxSheetRows, numberCell, sheetNameFor, textCell } from './xlsx-xml.ts'

export interface SheetColumn {
  header: string
  kind: 'text' | 'money' | 'number' | 'date' | 'percent'
  /** In characters. */
  width?: number
  /** Money in several currencies: the cells show the code, and CSV has a column for it. Not needed beside a column of its own. */
  showsCurrency?: boolean
}

/**
 * Dates are yyyy-MM-dd, and percentages thousandths of a percent. A text in a column of numbers stays a text, such as the
 * label of a sum.
 */
export type SheetCell = string | number | null | Money

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  rows: Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>
  /** Lines above the header, which CSV leaves out: it is read by programs. */
  title?: readonly string[]
  /** Such as sums. */
  isBold?: (row: readonly SheetCell[], index: number) => boolean
}

const widths = { text: 24, money: 14, number: 12, date: 12, percent: 10 }
const chunkLength = 32 * 1024

/** A text, or a number as a decimal with its format in a spreadsheet. */
type Content = string | { decimal: string; format: string }

/** The first day from which Excel counts right: it has a February 29, 1900. */
const firstDay = '1900-03-01'
const dayZero = '1899-12-30'
/** Spreadsheets keep so many digits of a number. */
const maxDigits = 15

function contentOf({ kind, showsCurrency = false }: SheetColumn, cell: SheetCell): Content | null {
  if (cell === null || cell === '') return null
  if (typeof cell === 'object') return moneyContent(cell, showsCurrency)
  if (typeof cell === 'number') return kind === 'percent' ? percentContent(cell) : numberContent(cell)
  if (kind !== 'date' || !isIsoDate(cell) || cell < firstDay) return cell
  return { decimal: String(daysBetween(dayZero, cell)), format: 'yyyy-mm-dd' }
}

function moneyContent({ minor, currency }: Money, showsCurrency: boolean): Content {
  const decimal = decimalText(minor, currency)
  if (String(Math.abs(minor)).length > maxDigits) return decimal
  return { decimal, format: moneyFormat(currency) + (showsCurrency ? `\\ [$${currency}]` : '') }
}

function moneyFormat(currency: Currency): string {
  const digits = digitsOf(currency)
  return digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`
}

function numberContent(value: number): Content {
  if (!Number.isFinite(value)) throw new RangeError(`Not a number for a cell: ${value}`)
  if (!Number.isInteger(value))
    return { decimal: String(Number(value.toPrecision(maxDigits))), format: 'General' }
  const text = BigInt(value).toString()
  return text.replace('-', '').length > maxDigits ? text : { decimal: text, format: 'General' }
}

/** 7700 is 7.7%. */
function percentContent(thousandths: number): Content {
  if (!Number.isSafeInteger(thousandths))
    throw new RangeError(`Not a percentage in thousandths: ${thousandths}`)
  const digits = String(Math.abs(thousandths)).padStart(6, '0')
  const sign = thousandths < 0 ? '-' : ''
  const decimals = digits.slice(-3).replace(/0+$/, '').length
  const format = decimals === 0 ? '0%' : `0.${'0'.repeat(decimals)}%`
  return { decimal: `${sign}${digits.slice(0, -5)}.${digits.slice(-5)}`, format }
}

/** RFC 4180. Amounts are plain decimals. */
export async function* csvBytes({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const header = columns.flatMap((column) =>
    column.showsCurrency ? [column.header, `${column.header} currency`] : [column.header],
  )
  let text = byteOrderMark + csvLine(header.map(csvCell))
  for await (const row of rows) {
    text += csvLine(
      columns.flatMap((column, index) => {
        const cell = row[index] ?? null
        const isMoney = typeof cell === 'object' && cell !== null
        return [csvText(column, cell), ...(column.showsCurrency ? [isMoney ? cell.currency : ''] : [])]
      }),
    )
    if (text.length < chunkLength) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

function csvText(column: SheetColumn, cell: SheetCell): string {
  if (typeof cell === 'string' || cell === null) return csvCell(cell)
  if (typeof cell === 'object') return decimalText(cell.minor, cell.currency)
  if (column.kind === 'percent') return `${thousandthsText(cell, 'en-US')}%`
  const content = numberContent(cell)
  return typeof content === 'string' ? content : content.decimal
}

interface XlsxOptions {
  date: Date
  /** Rows beyond this number continue in another sheet. */
  maxRows?: number
}

/** A workbook, written while it is read: only a few rows of it are in memory at a time. */
export function xlsxBytes(
  sheets: readonly Sheet[],
  { date, maxRows = maxSheetRows }: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  return zipBytes(workbookParts(sheets, maxRows), date)
}

const part = (name: string, xml: string): ZipEntry => ({ name, content: [Buffer.from(xml)] })

/** Each part is asked for when the one before it has been written. */
function* workbookParts(sheets: readonly Sheet[], maxRows: number): Generator<ZipEntry> {
  const styles = createStyles()
  const names: string[] = []
  yield part('[Content_Types].xml', contentTypes)
  yield part('_rels/.rels', packageRelations)
  for (const sheet of sheets) {
    const rows = openRows(sheet.rows)
    do {
      names.push(sheetNameFor(sheet.name, names))
      yield { name: `xl/${sheetPath(names.length)}`, content: sheetXml(sheet, rows, { styles, maxRows }) }
    } while (!rows.isDone())
  }
  yield part('xl/workbook.xml', workbookXml(names))
  yield part('xl/_rels/workbook.xml.rels', workbookRelations(names.length))
  yield part('xl/styles.xml', styles.xml())
}

type Rows = ReturnType<typeof openRows>

/** Rows of which several sheets take some each. One is read ahead, to know whether there are more. */
function openRows(rows: Sheet['rows']) {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let ahead: IteratorResult<readonly SheetCell[]> | undefined
  let index = -1
  return {
    isDone: () => ahead?.done === true,
    async next(): Promise<{ row: readonly SheetCell[]; index: number } | undefined> {
      const current = ahead ?? (await iterator.next())
      if (current.done === true) {
        ahead = current
        return undefined
      }
      ahead = await iterator.next()
      return { row: current.value, index: (index += 1) }
    },
    close: async () => void (await iterator.return?.()),
  }
}

async function* sheetXml(
  { columns, title = [], isBold }: Sheet,
  rows: Rows,
  { styles, maxRows }: { styles: Styles; maxRows: number },
): AsyncGenerator<Uint8Array> {
  const letters = columns.map((_, index) => columnLetters(index))
  // An empty row divides the title from the table.
  const above = title.length > 0 ? [...title.map((line) => [line]), []] : []
  const frozen = above.length + 1
  let number = 0
  const addRow = (cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`
  const addTexts = (texts: readonly string[], style: number) => {
    number += 1
    return addRow(texts.map((text, index) => textCell(`${letters[index]}${number}`, style, text)))
  }
  let isWhole = false
  try {
    const bold = styles.ofFormat('General', true)
    let xml = sheetHead(
      frozen,
      columns.map(({ kind, header, width }) => width ?? Math.max(widths[kind], header.length + 2)),
    )
    for (const [index, texts] of above.entries()) {
      xml += addTexts(texts, index === 0 ? bold : styles.ofFormat('General', false))
    }
    xml += addTexts(
      columns.map(({ header }) => header),
      bold,
    )
    while (number < maxRows) {
      const next = await rows.next()
      if (!next) break
      number += 1
      const isBoldRow = isBold?.(next.row, next.index) ?? false
      xml += addRow(
        columns.map((column, index) =>
          cellXml(`${letters[index]}${number}`, contentOf(column, next.row[index] ?? null), {
            styles,
            isBold: isBoldRow,
          }),
        ),
      )
      if (xml.length < chunkLength) continue
      yield Buffer.from(xml)
      xml = ''
    }
    yield Buffer.from(xml + sheetEnd)
    isWhole = true
  } finally {
    if (!isWhole) await rows.close()
  }
}

function cellXml(
  reference: string,
  content: Content | null,
  { styles, isBold }: { styles: Styles; isBold: boolean },
): string {
  if (content === null) return ''
  // The format of a text keeps it one when its cell is edited.
  if (typeof content === 'string') return textCell(reference, styles.ofFormat('@', isBold), content)
  return numberCell(reference, styles.ofFormat(content.format, isBold), content.decimal)
}
