import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { type InvoicePart, nextPart } from './part-rules.ts'

type Scheduled = Pick<InvoiceDocument, 'parts' | 'lateFees' | 'currency' | 'locale'>

const stateLabels = { paid: 'Paid', overdue: 'Overdue', due: '', later: '' } as const

/** "Deposit 30%" and "Rest" or, with more parts, "Installment 2 of 4 (25%)". */
export function partName(
  { parts, locale }: Pick<InvoiceDocument, 'parts' | 'locale'>,
  index: number,
): string {
  const amount = parts[index]?.amount
  const share = amount?.kind === 'percentage' ? `${formatThousandths(amount.value, locale)}%` : ''
  if (parts.length === 2) return index === 0 ? `Deposit ${share}`.trim() : 'Rest'
  return `Installment ${index + 1} of ${parts.length}${share && ` (${share})`}`
}

/** The name of the part that is to be paid next, in a sentence: "deposit", "rest", "installment 2 of 4". */
export function nextPartName({ parts }: Pick<InvoiceDocument, 'parts'>): string | null {
  const next = nextPart(parts)
  if (!next) return null
  const index = parts.indexOf(next)
  if (parts.length === 2) return index === 0 ? 'deposit' : 'rest'
  return `installment ${index + 1} of ${parts.length}`
}

export interface PartText {
  key: string
  name: string
  dueDate: string
  amount: string
  /** "Paid", "Overdue, with late fee" or "$40.00 paid"; empty while nothing has happened. */
  state: string
}

/** The schedule of an invoice, row by row; empty if everything is due at once. */
export function partTexts(invoice: Scheduled): PartText[] {
  return invoice.parts.map((part, index) => ({
    key: part.dueDate,
    name: partName(invoice, index),
    dueDate: formatDate(part.dueDate),
    amount: formatMoney(part.amountMinor, invoice),
    state: stateText(part, invoice),
  }))
}

function stateText(part: InvoicePart, { lateFees, ...format }: Omit<Scheduled, 'parts'>): string {
  const late = lateFees.some(({ dueDate }) => dueDate === part.dueDate) ? 'with late fee' : ''
  const begun = part.openMinor > 0 && part.paidMinor > 0 ? `${formatMoney(part.paidMinor, format)} paid` : ''
  return [stateLabels[part.state], late, begun].filter(Boolean).join(', ')
}

/** "Deposit 30% · due Nov 18, 2026 · $300.00 · Paid" */
export function partLines(invoice: Scheduled): string[] {
  return partTexts(invoice).map(({ name, dueDate, amount, state }) =>
    [name, `due ${dueDate}`, amount, state].filter(Boolean).join(' · '),
  )
}

/** The date by which something is to be paid next. Without parts, and once all are paid, the due date. */
export function nextDueDateOf({ parts, dueDate }: Pick<InvoiceDocument, 'parts' | 'dueDate'>): string {
  return nextPart(parts)?.dueDate ?? dueDate
}
