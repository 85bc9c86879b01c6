import { maxMinorOf } from '../../../shared/currencies.ts'
import { formatAmount } from '../../../shared/money.ts'
import { maxNotesLength } from '../../expenses/contract.ts'
import { amountRange } from '../../expenses/rules.ts'
import { categoryOf } from './category-of.ts'
import type { ExpenseRecord, ReadRow } from './data-file.ts'
import { type FileRow, type ReadContext, RowReader, shorten } from './row-reader.ts'

/** Rows of a list that has all kinds of bookings. */
const isSpending = /expense|cost|bill|check|cheque|purchase|credit card|debit|accpay|cash/i

export function readExpenses(rows: FileRow[], context: ReadContext): ReadRow[] {
  const isReversed = areReversed(rows, context)
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const reader = new RowReader(row, context)
    const [number, type] = [reader.text('number'), reader.text('type')]
    const bill = `${number}\n${reader.text('vendor')}`
    // A bill with several lines has its total on each of them.
    if (context.columns.type !== undefined && number !== '' && /bill|accpay/i.test(type)) {
      if (seen.has(bill)) return []
      seen.add(bill)
    }
    const base = { rowNumber: row.number, cells: [row.cells], problems: reader.problems }
    const leaveOut = (text: string): ReadRow => {
      reader.fail(null, text)
      return { ...base, state: 'left_out', record: null }
    }
    if (type !== '' && !isSpending.test(type))
      return leaveOut(`This row is not an expense but “${shorten(type)}”.`)
    if (!reader.has('amount') && type !== '') return leaveOut('This row has no amount that was spent.')
    const record = readExpense(reader, isReversed)
    if (record && record.amountMinor < 0)
      return leaveOut('This is a refund, and an expense can’t be less than 0.')
    return { ...base, state: record ? 'good' : 'error', record }
  })
}

/** Where most amounts are negative, money out has a minus. */
function areReversed(rows: FileRow[], context: ReadContext): boolean {
  const signs = rows.flatMap(
    ({ cells }) => context.values.number(cells[context.columns.amount ?? -1] ?? '') ?? [],
  )
  return signs.filter((number) => number.startsWith('-')).length * 2 > signs.length
}

function readExpense(reader: RowReader, isReversed: boolean): ExpenseRecord | null {
  reader.required('date')
  reader.required('amount')
  const date = reader.date('date')
  const currency = reader.currency()
  const read = reader.minor('amount', currency)
  const amountMinor = read !== null && isReversed ? -read : read
  if (amountMinor !== null && amountMinor > maxMinorOf(currency))
    reader.fail('amount', amountRange({ currency, locale: 'en-US' }))
  const { category, isExact } = categoryOf(reader.text('category'))
  const taxMinor = reader.minor('tax', currency)
  const tax = taxMinor
    ? `includes ${formatAmount(Math.abs(taxMinor), { currency, locale: 'en-US' })} tax`
    : ''
  const named = isExact || category !== 'Other' ? '' : reader.text('category')
  const notes = [
    [reader.text('vendor'), reader.text('notes')].filter(Boolean).join(': '),
    [named, tax].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .map((part, index, parts) => (index === 1 && parts.length > 1 ? `(${part})` : part))
    .join(' ')
  if (notes.length > maxNotesLength) reader.fail('notes', `Please use at most ${maxNotesLength} characters.`)
  if (date === null || amountMinor === null || reader.problems.length > 0) return null
  return { date, currency, amountMinor, category, notes }
}
