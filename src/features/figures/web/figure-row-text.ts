import { dateIn, formatDate } from '../../../shared/dates.ts'
import { type MoneyFormat, formatMoney, formatRate } from '../../../shared/money.ts'
import type { FigureRow } from '../contract.ts'
import type { FigureName } from '../rules.ts'
import { isRated, rateText } from './other-currency-text.ts'

type Movement = Extract<FigureRow, { kind: 'payment' | 'refund' | 'dispute' }>

export const methodLabels: Record<Movement['method'], string> = {
  card: 'Card',
  paypal: 'PayPal',
  demo: 'Demo payment',
  cash: 'Cash',
  transfer: 'Bank transfer',
  cheque: 'Check',
  other: 'Other',
}

export interface RowText {
  name: string
  facts: string[]
  mark?: 'Overdue' | 'Refund' | 'Dispute' | 'Upcoming'
  /** For a partial amount, the total it is a part of. */
  of?: string
}

interface RowContext {
  /** The figure that the row belongs to. If all of its rows are overdue or upcoming, no row is marked. */
  figure: FigureName
  today: string
  timeZone: string
  /** The home currency. */
  currency: string
}

/** The amount in the home currency, or the original one if it can't be converted. */
export function rowAmount({ minor, original }: FigureRow, home: MoneyFormat): string {
  return minor === null && original ? formatMoney(original.minor, original) : formatMoney(minor ?? 0, home)
}

export function rowText(row: FigureRow, context: RowContext): RowText {
  const text = textInHomeCurrency(row, context)
  const conversion = conversionFact(row)
  return conversion === null ? text : { ...text, facts: [...text.facts, conversion] }
}

/** For example "€1,200.00 at 1.0843, Nov 17, 2026, European Central Bank". Null for an amount in the home currency. */
function conversionFact({ original }: FigureRow): string | null {
  if (!original || original.minor === 0) return null
  if (!isRated(original)) return 'No exchange rate, so not in the total'
  const { invoiceRate } = original
  const invoiced = invoiceRate ? `, invoiced at ${formatRate(invoiceRate)}` : ''
  return `${formatMoney(original.minor, original)} ${rateText(original)}${invoiced}`
}

function textInHomeCurrency(row: FigureRow, { figure, today, timeZone, currency }: RowContext): RowText {
  switch (row.kind) {
    case 'invoice':
      return {
        name: row.clientName,
        facts: [`Due ${formatDate(row.date)}`, `Invoice ${row.number}`],
        ...(figure !== 'overdue' && row.date < today ? { mark: 'Overdue' as const } : {}),
        ...invoiceTotal(row, currency),
      }
    case 'payment':
    case 'refund':
    case 'dispute':
      return movementText(row)
    case 'expense':
      return {
        name: row.notes === '' ? row.category : row.notes,
        facts: [formatDate(row.date), ...(row.notes === '' ? [] : [row.category])],
        ...(figure !== 'upcoming' && row.date > today ? { mark: 'Upcoming' as const } : {}),
      }
    case 'account': {
      const account = row.last4 === null ? row.name : `${row.name} ••${row.last4}`
      const asOf = row.asOf !== null && `as of ${formatDate(dateIn(timeZone, new Date(row.asOf)))}`
      return {
        name: row.institutionName,
        facts: [row.isDemo && 'Demo bank', account, row.isKnown ? asOf : 'balance not known yet'].filter(
          (fact) => fact !== false,
        ),
      }
    }
  }
}

type Invoice = Extract<FigureRow, { kind: 'invoice' }>

function invoiceTotal({ minor, original, totalMinor }: Invoice, home: string): Pick<RowText, 'of'> {
  const open = original ?? { minor: minor ?? 0, currency: home }
  return open.minor < totalMinor ? { of: `of ${formatMoney(totalMinor, open)}` } : {}
}

const movementMarks = { refund: 'Refund', dispute: 'Dispute' } as const

function movementText(row: Movement): RowText {
  const deleted = row.invoiceId === null ? ', since deleted' : ''
  const invoice = `Invoice ${row.invoiceNumber}`
  const facts = [
    formatDate(row.date),
    methodLabels[row.method],
    ...(row.isTest ? ['Test: no money moved'] : []),
  ]
  return {
    name: row.clientName ?? invoice,
    facts:
      row.clientName === null
        ? [...facts, ...(deleted ? ['Invoice deleted'] : [])]
        : [...facts, `${invoice}${deleted}`],
    ...(row.kind === 'payment' ? {} : { mark: movementMarks[row.kind] }),
  }
}
