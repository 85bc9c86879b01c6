import { formatDate } from '../../shared/dates.ts'
import { type MoneyFormat, formatMoney } from '../../shared/money.ts'
import { methodNames } from '../invoices/document/movement-rules.ts'
import { type DocumentRow, currencyNote } from '../invoices/document/row-rules.ts'
import type { Ages, StatementDocument, StatementRow } from './contract.ts'

/** A statement with more entries than these is refused. */
export const maxRows = 2000
/** How many the page shows, the newest. */
export const shownRows = 100

const testKinds = { payment: 'Test payment', refund: 'Test refund', dispute: 'Test dispute' } as const
const kinds = { payment: 'Payment', refund: 'Refund', dispute: 'Dispute' } as const

/** "Payment for invoice 0007 (bank transfer)" */
export function rowLabel({ kind, invoiceNumber, number, method, isTest }: StatementRow): string {
  const invoice = `invoice ${invoiceNumber}`
  switch (kind) {
    case 'invoice':
      return `Invoice ${invoiceNumber}`
    case 'late-fee':
      return `Late fee for ${invoice}`
    case 'credit-note':
      return `Credit note ${number} for ${invoice}`
    case 'discount':
      return `Early payment discount for ${invoice}`
    case 'waiver':
      return `No longer owed for ${invoice}`
    case 'payment':
    case 'refund':
    case 'dispute': {
      const name = method && methodNames[method]
      return `${(isTest ? testKinds : kinds)[kind]} for ${invoice}${name ? ` (${name})` : ''}`
    }
  }
}

const ageLabels: Record<keyof Ages, string> = {
  currentMinor: 'Not overdue',
  days1to30Minor: '1–30 days overdue',
  days31to60Minor: '31–60 days overdue',
  days61to90Minor: '61–90 days overdue',
  over90Minor: 'More than 90 days overdue',
}

/** What is open by age, and what was paid too much. Together they are the closing balance. */
export function ageRows({
  ages,
  overpaidMinor,
  ...format
}: Pick<StatementDocument, 'ages' | 'overpaidMinor'> & MoneyFormat): DocumentRow[] {
  const rows = Object.entries(ageLabels).map(([key, label]) => ({
    key,
    label,
    value: formatMoney(ages[key as keyof Ages], format),
  }))
  const overpaid = { key: 'overpaid', label: 'Paid too much', value: formatMoney(-overpaidMinor, format) }
  return overpaidMinor > 0 ? [...rows, overpaid] : rows
}

export function overdueMinorOf({ ages }: Pick<StatementDocument, 'ages'>): number {
  return ages.days1to30Minor + ages.days31to60Minor + ages.days61to90Minor + ages.over90Minor
}

/** The balance at the end, with its label. A negative one is a credit. */
export function closingRow({
  closingMinor,
  ...format
}: Pick<StatementDocument, 'closingMinor'> & MoneyFormat) {
  return {
    label: closingMinor < 0 ? 'Credit' : 'Balance due',
    value: formatMoney(Math.abs(closingMinor), format),
  }
}

/** "Nov 1, 2026 – Nov 30, 2026" */
export function periodText({ from, to }: Pick<StatementDocument, 'from' | 'to'>): string {
  return from === to ? formatDate(to) : `${formatDate(from)} – ${formatDate(to)}`
}

/** "$120.00 is overdue", or the day of the balance. */
export function standingText(document: Pick<StatementDocument, 'ages' | 'to'> & MoneyFormat): string {
  const overdueMinor = overdueMinorOf(document)
  return overdueMinor > 0
    ? `${formatMoney(overdueMinor, document)} is overdue`
    : `On ${formatDate(document.to)}`
}

/** The sums of the period. Opening balance, charges and payments come to the closing balance. */
export function summaryRows(
  document: Pick<StatementDocument, 'openingMinor' | 'rows'> & MoneyFormat,
): DocumentRow[] {
  const { openingMinor, rows } = document
  const sumOf = (counts: (minor: number) => boolean) =>
    rows.reduce((sum, { amountMinor }) => (counts(amountMinor) ? sum + amountMinor : sum), 0)
  const note = currencyNote(document)
  return [
    { key: 'opening', label: 'Opening balance', value: formatMoney(openingMinor, document) },
    {
      key: 'charges',
      label: 'Charges',
      value: formatMoney(
        sumOf((minor) => minor > 0),
        document,
      ),
    },
    {
      key: 'credits',
      label: 'Payments and credits',
      value: formatMoney(
        sumOf((minor) => minor < 0),
        document,
      ),
    },
    ...(note === '' ? [] : [{ key: 'currency', label: 'Currency', value: note }]),
  ]
}

/** Says that tests moved no money; empty if there were none. */
export function testNote({ rows }: Pick<StatementDocument, 'rows'>): string {
  return rows.some(({ isTest }) => isTest) ? 'Test payments moved no money.' : ''
}

/** A name for the file. It holds no name of the client, which could have any characters. */
export function statementFileName({ from, to }: Pick<StatementDocument, 'from' | 'to'>): string {
  return `Statement-${from}-${to}.pdf`
}
