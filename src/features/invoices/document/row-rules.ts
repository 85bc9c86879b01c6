import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { paymentTerms } from '../rules.ts'
import { amountDueOf } from './amount-due-rules.ts'
import { movementRows, paidAndBack } from './movement-rules.ts'

/**
 * What stands on an invoice, row by row, decided once: the PDF, the page and the mails only draw it. `key` tells rows
 * of the same label apart.
 */
export interface DocumentRow {
  key: string
  label: string
  value: string
  /** In small print below the label. */
  detail?: string
}

export interface DocumentLine {
  key: string
  description: string
  quantity: string
  rate: string
  amount: string
}

const facts = {
  number: ({ number }) => ['Invoice number', number],
  purchaseOrder: ({ purchaseOrder }) => ['Purchase order', purchaseOrder],
  issueDate: ({ issueDate }) => ['Issue date', formatDate(issueDate)],
  dueDate: ({ dueDate }) => ['Due date', formatDate(dueDate)],
  terms: (invoice) => ['Terms', termsOf(invoice)],
  paidOn: ({ paidOn }) => ['Paid on', paidOn ? formatDate(paidOn) : ''],
} as const satisfies Record<string, (invoice: InvoiceDocument) => readonly [label: string, value: string]>

/** Those at the top of the document itself. */
export const documentFacts = ['issueDate', 'dueDate', 'terms', 'purchaseOrder'] as const

/** The named facts in this order; what the invoice does not say is left out. */
export function factRows(invoice: InvoiceDocument, keys: readonly (keyof typeof facts)[]): DocumentRow[] {
  return keys
    .map((key) => {
      const [label, value] = facts[key](invoice)
      return { key, label, value }
    })
    .filter(({ value }) => value !== '')
}

function termsOf({ paymentTerms: terms }: InvoiceDocument): string {
  return terms === 'custom' ? '' : paymentTerms[terms].label
}

/** Empty when the invoice is for a single amount. */
export function lineRows({ charge, totals }: InvoiceDocument): DocumentLine[] {
  if (charge.kind === 'amount') return []
  return charge.lines.map(({ description, quantity, rateCents }, index) => ({
    key: `line-${index}`,
    description,
    quantity: formatThousandths(quantity),
    rate: formatMoney(rateCents),
    amount: formatMoney(totals.lineCents[index] ?? 0),
  }))
}

const percent = (thousandths: number) => `${formatThousandths(thousandths)}%`

/** From the subtotal down to the total, which is the last and has the key `total`. */
export function sumRows({ charge, totals }: InvoiceDocument): DocumentRow[] {
  const total = { key: 'total', label: 'Total', value: formatMoney(totals.totalCents) }
  if (charge.kind === 'amount') return [total]
  const { discount, taxes, fees } = charge
  return [
    { key: 'subtotal', label: 'Subtotal', value: formatMoney(totals.subtotalCents) },
    ...(discount ? [discountRow(discount, totals.discountCents)] : []),
    ...taxes.map(({ name, rate }, index) => ({
      key: `tax-${index}`,
      label: `${name} (${percent(rate)})`,
      value: formatMoney(totals.taxesCents[index] ?? 0),
    })),
    ...fees.map(({ description, amountCents }, index) => ({
      key: `fee-${index}`,
      label: description,
      value: formatMoney(amountCents),
    })),
    total,
  ]
}

type Discount = NonNullable<Extract<InvoiceDocument['charge'], { kind: 'lines' }>['discount']>

function discountRow({ kind, value, description }: Discount, cents: number): DocumentRow {
  return {
    key: 'discount',
    label: kind === 'percentage' ? `Discount (${percent(value)})` : 'Discount',
    value: formatMoney(-cents),
    ...(description && { detail: description }),
  }
}

/** From the total down to the amount due; empty when nothing was paid. */
export function paidRows(invoice: InvoiceDocument): DocumentRow[] {
  return movementRows(invoice).map(({ label, cents }, index) => ({
    key: `movement-${index}`,
    label,
    value: formatMoney(cents),
  }))
}

export function amountDueRow(invoice: InvoiceDocument): DocumentRow {
  return { key: 'amount-due', label: 'Amount due', value: formatMoney(amountDueOf(invoice)) }
}

/** What a mail says in place of the whole sums: the amount and what was paid of it, then what is due. */
export function standingRows(invoice: InvoiceDocument): DocumentRow[] {
  const paid = paidRows(invoice)
  const amount = { key: 'amount', label: 'Amount', value: formatMoney(invoice.totals.totalCents) }
  return [...(paid.length > 0 ? [amount, ...paid] : []), amountDueRow(invoice)]
}

/** Of a settled invoice: what it came to, what was paid and what went back. */
export function receiptRows(invoice: InvoiceDocument): DocumentRow[] {
  const { totals, creditedCents, receivedCents } = invoice
  const { paidCents } = paidAndBack(invoice)
  const backCents = paidCents - receivedCents
  return [
    { key: 'total', label: 'Invoice total', value: formatMoney(totals.totalCents) },
    ...(creditedCents > 0
      ? [{ key: 'credited', label: 'Early payment discount', value: formatMoney(-creditedCents) }]
      : []),
    { key: 'paid', label: 'Amount paid', value: formatMoney(paidCents) },
    ...(backCents > 0 ? [{ key: 'back', label: 'Given back', value: formatMoney(-backCents) }] : []),
    { key: 'left', label: 'Left to pay', value: formatMoney(0) },
  ]
}
