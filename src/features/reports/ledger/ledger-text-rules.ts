import type { Currency } from '../../../shared/currencies.ts'
import { type DayRange, rangeLabel } from '../../periods/rules.ts'

/** A posting with what its source says about it. */
export interface LedgerRow {
  day: string
  source: 'invoice' | 'payment' | 'expense' | 'transaction'
  sourceId: string
  entry: string
  account: string
  currency: Currency
  minor: number
  homeMinor: number | null
  item: string
  tax: string
  taxRate: number | null
  isCorrection: boolean
  /** Whether it is about a test payment or the demo bank, which moved no money. */
  isTest: boolean
  invoiceNumber: string | null
  paidNumber: string | null
  creditNoteNumber: string | null
  expenseCategory: string | null
  vendor: string | null
  notes: string | null
  merchant: string | null
  bankText: string | null
  client: string
}

const entryTexts: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  'late-fee': 'Late fee on invoice',
  'credit-note': 'Credit note',
  payment: 'Payment for invoice',
  discount: 'Discount on invoice',
  refund: 'Refund for invoice',
  dispute: 'Dispute about invoice',
  waiver: 'No longer owed of invoice',
  rounding: 'Rounding of invoice',
}

/** The number of the document, if it has one. */
export function documentOf(row: LedgerRow): string {
  return row.creditNoteNumber ?? row.invoiceNumber ?? row.paidNumber ?? ''
}

const maxLength = 250

/** What it is. It begins with a text of our own, never with one that a client or a bank wrote. */
export function descriptionOf(row: LedgerRow): string {
  const details = [row.vendor, row.notes, row.merchant ?? row.bankText, row.item].filter(Boolean).join(' · ')
  const isDemo = row.isTest && row.source === 'transaction'
  const text = [
    ...(row.isCorrection ? ['Correction of an earlier day. '] : []),
    subjectOf(row),
    ...(details ? [isDemo ? ': ' : ' · ', details] : []),
  ].join('')
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength).toWellFormed()
}

function subjectOf(row: LedgerRow): string {
  const known = entryTexts[row.entry]
  if (known) {
    const subject = row.isTest ? `Test ${known[0]?.toLowerCase()}${known.slice(1)}` : known
    return `${subject} ${documentOf(row) || '(deleted)'}`
  }
  if (row.source === 'expense') return `Expense: ${row.expenseCategory ?? 'deleted'}`
  return row.isTest ? 'Demo transaction' : 'Bank transaction'
}

export const basisTexts = {
  accrual: 'Income when it was invoiced (accrual)',
  cash: 'Income when it was paid (cash)',
} as const

/** "2026, income when it was paid (cash)" */
export function booksTitle(range: DayRange, basis: keyof typeof basisTexts): string {
  const text = basisTexts[basis]
  return `${rangeLabel(range)}, ${text[0]?.toLowerCase()}${text.slice(1)}`
}

/** Such as general-ledger-2026-01-01-to-2026-03-31.csv. */
export function ledgerFileName({ from, to }: DayRange, format: string): string {
  return `general-ledger-${from}-to-${to}.${format}`
}
