import { formatDate } from '../../../shared/dates.ts'
import type { InvoiceDocument } from '../contract.ts'

/** Beside what is to be paid: by when. */
export function dueText({ status, amountDueCents, dueDate }: InvoiceDocument): string {
  if (amountDueCents === 0) return 'Nothing to pay'
  return status === 'overdue' ? `Overdue since ${formatDate(dueDate)}` : `Due ${formatDate(dueDate)}`
}
