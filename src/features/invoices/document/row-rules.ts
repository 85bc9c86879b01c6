import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { paymentTerms } from '../rules.ts'
import { amountDueOf, movementRows, paidAndReturned, paymentsOf } from './movement-rules.ts'

/**
 * These rules decide once what an invoice shows; the PDF, the page and the mails only render it. `key`
 * distinguishes rows with the same label.
 */
export interface DocumentRow {
  key: string
  label: string
  value: string
  /** Small text below the label. */
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

/** Which facts stand on which surface, in this order. */
const surfaces = {
  document: ['issueDate', 'dueDate', 'terms', 'purchaseOrder'],
  receipt: ['paidOn', 'issueDate', 'purchaseOrder'],
  invoiceMail: ['number', 'purchaseOrder', 'issueDate', 'dueDate'],
  receiptMail: ['number', 'purchaseOrder', 'paidOn'],
  reminderMail: ['number', 'purchaseOrder', 'dueDate'],
} as const satisfies Record<string, readonly (keyof typeof facts)[]>

/** Returns the facts of a surface, without empty ones. */
export function factRows(invoice: InvoiceDocument, surface: keyof typeof surfaces): DocumentRow[] {
  return surfaces[surface]
    .map((key) => {
      const [label, value] = facts[key](invoice)
      return { key, label, value }
    })
    .filter(({ value }) => value !== '')
}

function termsOf({ paymentTerms: terms }: InvoiceDocument): string {
  return terms === 'custom' ? '' : paymentTerms[terms].label
}

const maxAddressLines = 6

export const contactSeparator = '  ·  '

/** Returns everything about a sender or client but the name, by lines. */
export function partyText({ contactName, address, email, phone }: InvoiceDocument['company']): string {
  const contacts = [email, phone].filter((text) => text !== '')
  const separator = contacts.join('').length < 46 ? contactSeparator : '\n'
  return [contactName, shortAddress(address), contacts.join(separator)]
    .filter((line) => line !== '')
    .join('\n')
}

/** Limits the number of lines of an address: further lines are joined with commas. */
function shortAddress(address: string): string {
  const lines = address.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  const [kept, others] = [filled.slice(0, maxAddressLines - 1), filled.slice(maxAddressLines - 1)]
  return [...kept, others.join(', ')].filter((line) => line !== '').join('\n')
}

/** Returns the line items; empty for a single amount. */
export function lineRows({ charge, totals }: InvoiceDocument): DocumentLine[] {
  if (charge.kind === 'amount') return []
  return charge.lines.map(({ description, quantity, rateMinor }, index) => ({
    key: `line-${index}`,
    description,
    quantity: formatThousandths(quantity),
    rate: formatMoney(rateMinor),
    amount: formatMoney(totals.lineMinor[index] ?? 0),
  }))
}

const percent = (thousandths: number) => `${formatThousandths(thousandths)}%`

/** Returns the rows from the subtotal to the total. The total is the last row, with the key `total`. */
export function sumRows({ charge, totals }: InvoiceDocument): DocumentRow[] {
  const total = { key: 'total', label: 'Total', value: formatMoney(totals.totalMinor) }
  if (charge.kind === 'amount') return [total]
  const { discount, taxes, fees } = charge
  return [
    { key: 'subtotal', label: 'Subtotal', value: formatMoney(totals.subtotalMinor) },
    ...(discount ? [discountRow(discount, totals.discountMinor)] : []),
    ...taxes.map(({ name, rate }, index) => ({
      key: `tax-${index}`,
      label: `${name} (${percent(rate)})`,
      value: formatMoney(totals.taxesMinor[index] ?? 0),
    })),
    ...fees.map(({ description, amountMinor }, index) => ({
      key: `fee-${index}`,
      label: description,
      value: formatMoney(amountMinor),
    })),
    total,
  ]
}

type Discount = NonNullable<Extract<InvoiceDocument['charge'], { kind: 'lines' }>['discount']>

/** "Discount (10%)", in the form, on the page, in the PDF and in the mails. */
export function discountLabel({ kind, value }: Pick<Discount, 'kind' | 'value'>): string {
  return kind === 'percentage' ? `Discount (${percent(value)})` : 'Discount'
}

function discountRow(discount: Discount, minor: number): DocumentRow {
  const { description } = discount
  return {
    key: 'discount',
    label: discountLabel(discount),
    value: formatMoney(-minor),
    ...(description && { detail: description }),
  }
}

/** Returns the rows between the total and the amount due; empty without payments. */
export function paidRows(invoice: InvoiceDocument): DocumentRow[] {
  return movementRows(invoice).map(({ label, minor }, index) => ({
    key: `movement-${index}`,
    label,
    value: formatMoney(minor),
  }))
}

export function amountDueRow(invoice: InvoiceDocument): DocumentRow {
  return { key: 'amount-due', label: 'Amount due', value: formatMoney(amountDueOf(invoice)) }
}

/** Returns short sums for a mail: the total and the payments, if there are any, and the amount due. */
export function balanceRows(invoice: InvoiceDocument): DocumentRow[] {
  const paid = paidRows(invoice)
  const amount = { key: 'amount', label: 'Amount', value: formatMoney(invoice.totals.totalMinor) }
  return [...(paid.length > 0 ? [amount, ...paid] : []), amountDueRow(invoice)]
}

/** Returns the sums of a settled invoice: the total, what was paid and what went back. Several payments are listed. */
export function receiptRows(invoice: InvoiceDocument): DocumentRow[] {
  const { totals, creditedMinor, receivedMinor } = invoice
  const { paidMinor } = paidAndReturned(invoice)
  const backMinor = paidMinor - receivedMinor
  const total = { key: 'total', label: 'Invoice total', value: formatMoney(totals.totalMinor) }
  const left = { key: 'left', label: 'Balance due', value: formatMoney(0) }
  if (paymentsOf(invoice).length > 1) {
    return [total, ...paidRows(invoice), left]
  }
  return [
    total,
    ...(creditedMinor > 0
      ? [{ key: 'credited', label: 'Early payment discount', value: formatMoney(-creditedMinor) }]
      : []),
    { key: 'paid', label: 'Amount paid', value: formatMoney(paidMinor) },
    ...(backMinor > 0 ? [{ key: 'back', label: 'Refunded', value: formatMoney(-backMinor) }] : []),
    left,
  ]
}
