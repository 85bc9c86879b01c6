import { addDays, addMonths, monthOf } from '../../../shared/dates.ts'
import { type DayRange, firstDayOf } from '../../periods/rules.ts'
import { datevColumns, datevTextColumns } from './datev-columns.ts'
import { pairsOf } from './datev-rules.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import { inWindowsLetters, toWindowsText } from './to-windows-text.ts'

/** DATEV takes 99,999. */
const maxRows = 20_000

interface Batch {
  range: DayRange
  fiscalMonth: number
  /** How many digits the account numbers have. */
  digits: number
  made: Date
}

interface BatchFile {
  name: string
  bytes: Uint8Array
}

/**
 * Posting batches for DATEV: a file for each month, as DATEV recommends, so that none is in two fiscal years. The rows have
 * only day and month.
 */
export async function* datevBatches(
  entries: AsyncIterable<LedgerEntry>,
  batch: Batch,
): AsyncGenerator<BatchFile> {
  let rows: string[] = []
  let month = ''
  let part = 0
  const file = (): BatchFile => {
    part += 1
    const name = `EXTF_Buchungsstapel_${month.slice(0, 7)}${part === 1 ? '' : `_${part}`}.csv`
    const text = [headerOf(batch, month), datevColumns.join(';'), ...rows].map((line) => `${line}\r\n`)
    rows = []
    return { name, bytes: toWindowsText(text.join('')) }
  }
  for await (const entry of entries) {
    const isOther = monthOf(entry.day) !== month
    if (rows.length > 0 && (isOther || rows.length >= maxRows)) yield file()
    if (isOther) part = 0
    month = monthOf(entry.day)
    rows.push(...rowsOf(entry))
  }
  if (rows.length > 0) yield file()
}

const compact = (day: string) => day.replaceAll('-', '')

/** The 31 fields of the first line. The accountant's numbers are those that DATEV has for none. */
function headerOf({ range, fiscalMonth, digits, made }: Batch, month: string): string {
  const end = addDays(addMonths(month, 1), -1)
  const from = month < range.from ? range.from : month
  const to = end > range.to ? range.to : end
  const fields = [
    '"EXTF"', '700', '21', '"Buchungsstapel"', '13', made.toISOString().replaceAll(/\D/g, ''), '', '""', '""', '""',
    '1001', '1', compact(firstDayOf('year', month, fiscalMonth)), String(digits), compact(from), compact(to),
    `"Millrace ${month.slice(0, 7)}"`, '""', '1', '0', '0', '"EUR"', '', '""', '', '', '""', '', '', '""', '""',
  ] // prettier-ignore
  return fields.join(';')
}

const column = (name: string) => datevColumns.indexOf(name) + 1

const columns = {
  amount: 1,
  side: 2,
  account: 7,
  contra: 8,
  day: 10,
  document: 11,
  text: 14,
  isLocked: column('Festschreibung'),
}

function rowsOf({ day, document, description, lines }: LedgerEntry): string[] {
  // All lines of an entry are about the same client.
  const client = lines.find((line) => line.client)?.client
  return pairsOf(lines).map(({ debit, credit, minor }) => {
    const values = new Map([
      [columns.amount, `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`],
      [columns.side, 'S'],
      [columns.account, debit],
      [columns.contra, credit],
      [columns.day, day.slice(8, 10) + day.slice(5, 7)],
      [columns.document, documentText(document)],
      // It begins with a text of ours, so that no client's name is a formula.
      [columns.text, text([description, client].filter(Boolean).join(' · '))],
      // The accountant can still correct it.
      [columns.isLocked, '0'],
    ])
    return datevColumns
      .map((_, index) => {
        const value = values.get(index + 1) ?? ''
        return datevTextColumns.has(index + 1) ? `"${value.replaceAll('"', '""')}"` : value
      })
      .join(';')
  })
}

/** No control characters, and at most 60 letters. */
const text = (value: string) =>
  inWindowsLetters(value.replaceAll(/[\s\p{Control}]+/gu, ' ').trim())
    .slice(0, 60)
    .trim()

/** The letters that DATEV takes in the number of a document. */
const documentText = (value: string) => value.replaceAll(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36)
