import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { amountDueOf } from '../document/amount-due-rules.ts'
import { paidAndReturned } from '../document/movement-rules.ts'
import { type DocumentRow, documentFacts, factRows } from '../document/row-rules.ts'
import type { Drawing } from './drawing.ts'

/** The text at the top of the first page, the same in every look. */
export interface SheetFacts {
  title: string
  number: string
  status: { word: string; color: 'paid' | 'overdue' } | null
  facts: DocumentRow[]
  due: { label: string; amount: string; until: string }
}

export function sheetFactsOf(invoice: InvoiceDocument, kind: Drawing['kind']): SheetFacts {
  const isReceipt = kind === 'receipt'
  return {
    title: isReceipt ? 'Receipt' : 'Invoice',
    number: isReceipt ? `Invoice ${invoice.number}` : invoice.number,
    status: statusLabels[invoice.status],
    facts: factRows(invoice, isReceipt ? ['paidOn', 'issueDate', 'purchaseOrder'] : documentFacts),
    due: {
      label: isReceipt ? 'Amount paid' : 'Amount due',
      amount: formatMoney(isReceipt ? paidAndReturned(invoice).paidCents : amountDueOf(invoice)),
      until: dueDayText(invoice),
    },
  }
}

const statusLabels = {
  paid: { word: 'PAID', color: 'paid' },
  overdue: { word: 'Overdue', color: 'overdue' },
  pending: null,
} as const

function dueDayText(invoice: InvoiceDocument): string {
  const { status, paidOn, dueDate } = invoice
  if (status === 'paid') {
    const { backText } = paidAndReturned(invoice)
    return `Paid${paidOn ? ` on ${formatDate(paidOn)}` : ''}${backText && `, ${backText}`}`
  }
  if (status === 'overdue') return `Was due ${formatDate(dueDate)}`
  return `Due ${formatDate(dueDate)}`
}
