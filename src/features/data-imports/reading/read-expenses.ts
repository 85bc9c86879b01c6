import { maxMinorOf } from '../../../shared/currencies.ts'
import { maxNotesLength, maxVendorLength } from '../../expenses/contract.ts'
import { amountRange } from '../../expenses/rules.ts'
import { knownTaxes } from '../../expenses/tax-rules.ts'
import { categoryOf } from './category-of.ts'
import type { ExpenseRecord, Facts, ReadRow } from './data-file.ts'
import { type FileRow, type ReadContext, RowReader, shorten } from './row-reader.ts'

/** Rows of a list that has all kinds of bookings. */
const isSpending = /expense|cost|bill|check|cheque|purchase|credit card|debit|accpay|cash/i

export function readExpenses(rows: FileRow[], context: ReadContext): ReadRow[] {
  const reading = { ...context.facts, isReversed: areReversed(rows, context) }
  const bills = new Map<string, ReadRow>()
  return rows.flatMap((row) => {
    const reader = new RowReader(row, context)
    // A bill with several lines has its total on each of them.
    const bill = billOf(reader)
    const earlier = bill === null ? undefined : bills.get(bill)
    if (earlier) {
      earlier.cells.push(row.cells)
      return []
    }
    const read = readRow(reader, reading)
    if (bill !== null) bills.set(bill, read)
    return read
  })
}

type Reading = Pick<Facts, 'taxRates' | 'reclaimsTax' | 'categories'> & { isReversed: boolean }

/** What all lines of a bill have in common. Null for anything else. */
function billOf(reader: RowReader): string | null {
  if (!reader.has('number') || !/bill|accpay/i.test(reader.text('type'))) return null
  return (['number', 'vendor', 'date', 'amount', 'currency'] as const)
    .map((field) => reader.text(field))
    .join('\n')
}

function readRow(reader: RowReader, reading: Reading): ReadRow {
  const { row } = reader
  const type = reader.text('type')
  const base = { rowNumber: row.number, cells: [row.cells], problems: reader.problems }
  const leaveOut = (text: string): ReadRow => {
    reader.fail(null, text)
    return { ...base, state: 'left_out', record: null }
  }
  if (type !== '' && !isSpending.test(type))
    return leaveOut(`This row is not an expense but “${shorten(type)}”.`)
  if (!reader.has('amount') && type !== '') return leaveOut('This row has no amount that was spent.')
  const record = readExpense(reader, reading)
  if (record && record.amountMinor < 0)
    return leaveOut('This is a refund, and an expense can’t be less than 0.')
  return { ...base, state: record ? 'good' : 'error', record }
}

/** Where most amounts are negative, money out has a minus. */
function areReversed(rows: FileRow[], context: ReadContext): boolean {
  const signs = rows.flatMap(
    ({ cells }) => context.values.number(cells[context.columns.amount ?? -1] ?? '') ?? [],
  )
  return signs.filter((number) => number.startsWith('-')).length * 2 > signs.length
}

function readExpense(
  reader: RowReader,
  { isReversed, taxRates, reclaimsTax, categories }: Reading,
): ExpenseRecord | null {
  reader.required('date')
  reader.required('amount')
  const date = reader.date('date')
  const currency = reader.currency()
  const read = reader.minor('amount', currency)
  const amountMinor = read !== null && isReversed ? -read : read
  if (amountMinor !== null && amountMinor > maxMinorOf(currency))
    reader.fail('amount', amountRange({ currency, locale: 'en-US' }))
  const { category, isExact } = categoryOf(reader.text('category'), categories)
  const taxMinor = reader.minor('tax', currency)
  const named = isExact || category !== 'Other' ? '' : reader.text('category')
  const notes = [reader.text('notes'), named]
    .filter(Boolean)
    .map((part, index, parts) => (index === 1 && parts.length > 1 ? `(${part})` : part))
    .join(' ')
  const vendor = reader.text('vendor')
  if (vendor.length > maxVendorLength)
    reader.fail('vendor', `Please use at most ${maxVendorLength} characters.`)
  if (notes.length > maxNotesLength) reader.fail('notes', `Please use at most ${maxNotesLength} characters.`)
  if (date === null || amountMinor === null || reader.problems.length > 0) return null
  const taxes = reclaimsTax && taxMinor !== null ? knownTaxes(amountMinor, Math.abs(taxMinor), taxRates) : []
  return { date, currency, amountMinor, category, vendor, notes, taxes }
}
