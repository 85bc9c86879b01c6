import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { amountDueOf } from '../document/amount-due-rules.ts'
import { paidAndBack } from '../document/movement-rules.ts'
import { paymentTerms } from '../rules.ts'
import type { Drawing } from './drawing.ts'

/** What the top of the sheet says, in whatever look: what it is, since when, how much and until when. */
export interface SheetFacts {
  title: string
  number: string
  status: { word: string; color: 'paid' | 'overdue' } | null
  facts: { label: string; value: string }[]
  due: { label: string; amount: string; until: string }
}

export function sheetFactsOf(invoice: InvoiceDocument, kind: Drawing['kind']): SheetFacts {
  const isReceipt = kind === 'receipt'
  return {
    title: isReceipt ? 'Receipt' : 'Invoice',
    number: isReceipt ? `Invoice ${invoice.number}` : invoice.number,
    status: statusWords[invoice.status],
    facts: (isReceipt ? receiptFactsOf(invoice) : factsOf(invoice)).filter(({ value }) => value !== ''),
    due: {
      label: isReceipt ? 'Amount paid' : 'Amount due',
      amount: formatMoney(isReceipt ? paidAndBack(invoice).paidCents : amountDueOf(invoice)),
      until: dueWords(invoice),
    },
  }
}

const statusWords = {
  paid: { word: 'PAID', color: 'paid' },
  overdue: { word: 'Overdue', color: 'overdue' },
  pending: null,
} as const

function factsOf(invoice: InvoiceDocument) {
  const { issueDate, dueDate, purchaseOrder } = invoice
  const terms = invoice.paymentTerms === 'custom' ? '' : paymentTerms[invoice.paymentTerms].label
  return [
    { label: 'Issue date', value: formatDate(issueDate) },
    { label: 'Due date', value: formatDate(dueDate) },
    { label: 'Terms', value: terms },
    { label: 'Purchase order', value: purchaseOrder },
  ]
}

function receiptFactsOf({ paidOn, issueDate, purchaseOrder }: InvoiceDocument) {
  return [
    { label: 'Paid on', value: paidOn ? formatDate(paidOn) : '' },
    { label: 'Issue date', value: formatDate(issueDate) },
    { label: 'Purchase order', value: purchaseOrder },
  ]
}

function dueWords(invoice: InvoiceDocument): string {
  const { status, paidOn, dueDate } = invoice
  if (status === 'paid') {
    const { backWords } = paidAndBack(invoice)
    return `Paid${paidOn ? ` on ${formatDate(paidOn)}` : ''}${backWords && `, ${backWords}`}`
  }
  if (status === 'overdue') return `Was due ${formatDate(dueDate)}`
  return `Due ${formatDate(dueDate)}`
}
