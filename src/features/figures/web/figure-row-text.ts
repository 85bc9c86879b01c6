import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { FigureRow } from '../contract.ts'
import type { FigureName } from '../rules.ts'

type Movement = Extract<FigureRow, { kind: 'payment' | 'refund' | 'dispute' }>

const methodNames: Record<Movement['method'], string> = {
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
  /** What is written below it, each apart from the next. */
  facts: string[]
  /** What sets it apart from the others. */
  mark?: 'Overdue' | 'Refund' | 'Dispute' | 'Upcoming'
  /** Where it is only a part: what it is a part of. */
  of?: string
}

interface RowPlace {
  /** What it is a part of: where all rows are overdue or upcoming, none is marked as such. */
  figure: FigureName
  today: string
  timeZone: string
}

/** How one of the rows is told. */
export function rowText(row: FigureRow, { figure, today, timeZone }: RowPlace): RowText {
  switch (row.kind) {
    case 'invoice':
      return {
        name: row.clientName,
        facts: [`Due ${formatDate(row.date)}`, `Invoice ${row.number}`],
        ...(figure !== 'overdue' && row.date < today ? { mark: 'Overdue' as const } : {}),
        ...(row.cents < row.totalCents ? { of: `of ${formatMoney(row.totalCents)}` } : {}),
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
      const told = row.asOf !== null && `as of ${formatDate(dateIn(timeZone, new Date(row.asOf)))}`
      return {
        name: row.institutionName,
        facts: [row.isDemo && 'Demo bank', account, row.isKnown ? told : 'balance not known yet'].filter(
          (fact) => fact !== false,
        ),
      }
    }
  }
}

const movementMarks = { refund: 'Refund', dispute: 'Dispute' } as const

function movementText(row: Movement): RowText {
  const gone = row.invoiceId === null ? ', deleted since' : ''
  const invoice = `Invoice ${row.invoiceNumber}`
  const facts = [
    formatDate(row.date),
    methodNames[row.method],
    ...(row.isTest ? ['Test: no money moved'] : []),
  ]
  return {
    name: row.clientName ?? invoice,
    facts:
      row.clientName === null
        ? [...facts, ...(gone ? ['Deleted since'] : [])]
        : [...facts, `${invoice}${gone}`],
    ...(row.kind === 'payment' ? {} : { mark: movementMarks[row.kind] }),
  }
}
