import { countryName } from '../../../shared/countries.ts'
import { formatDate } from '../../../shared/dates.ts'
import { type MoneyFormat, currencySign, formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import { ownValueText } from '../../fields/rules.ts'
import type { InvoiceDocument } from '../contract.ts'
import { lateFeeLabel, lateFeeSentence, lateFeesMinor } from '../late-fees/late-fee-rules.ts'
import { nextDueDateOf } from '../parts/part-text-rules.ts'
import { paymentTerms } from '../rules.ts'
import {
  type MovementRow,
  amountDueOf,
  creditNoteRows,
  movementRows,
  paidAndReturned,
  paymentsOf,
  settledRows,
} from './movement-rules.ts'
import { hasIncludedTax, lineTaxText, taxIdLine, taxRows } from './tax-row-rules.ts'

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
  creditNoteNumber: ({ number }) => ['Credit note number', number],
  creditedNumber: ({ creditedInvoice }) => ['For invoice', creditedInvoice?.number ?? ''],
  creditedDate: ({ creditedInvoice }) => [
    'Invoice date',
    creditedInvoice ? formatDate(creditedInvoice.issueDate) : '',
  ],
  purchaseOrder: ({ purchaseOrder }) => ['Purchase order', purchaseOrder],
  issueDate: ({ issueDate }) => ['Issue date', formatDate(issueDate)],
  estimateNumber: ({ number }) => ['Estimate number', number],
  validUntil: ({ estimate }) => ['Valid until', estimate ? formatDate(estimate.validUntil) : ''],
  dueDate: ({ dueDate }) => ['Due date', formatDate(dueDate)],
  nextDueDate: (invoice) => ['Due date', formatDate(nextDueDateOf(invoice))],
  terms: (invoice) => ['Terms', termsOf(invoice)],
  paidOn: ({ paidOn }) => ['Paid on', paidOn ? formatDate(paidOn) : ''],
  currency: (invoice) => ['Currency', currencyNote(invoice)],
} as const satisfies Record<string, (invoice: InvoiceDocument) => readonly [label: string, value: string]>

/** Which facts stand on which surface, in this order. */
const surfaces = {
  document: ['issueDate', 'dueDate', 'terms', 'currency', 'purchaseOrder'],
  creditNote: ['issueDate', 'creditedNumber', 'creditedDate', 'currency', 'purchaseOrder'],
  estimate: ['issueDate', 'validUntil', 'currency', 'purchaseOrder'],
  receipt: ['paidOn', 'issueDate', 'currency', 'purchaseOrder'],
  invoiceMail: ['number', 'purchaseOrder', 'issueDate', 'dueDate', 'currency'],
  receiptMail: ['number', 'purchaseOrder', 'paidOn', 'currency'],
  reminderMail: ['number', 'purchaseOrder', 'nextDueDate', 'currency'],
  refundMail: ['number', 'currency'],
  creditNoteMail: [
    'creditNoteNumber',
    'issueDate',
    'creditedNumber',
    'creditedDate',
    'purchaseOrder',
    'currency',
  ],
  estimateMail: ['estimateNumber', 'purchaseOrder', 'issueDate', 'validUntil', 'currency'],
} as const satisfies Record<string, readonly (keyof typeof facts)[]>

/** Those that also show own fields of the business, at the end. */
const withOwnFields = new Set<keyof typeof surfaces>([
  'document',
  'receipt',
  'invoiceMail',
  'receiptMail',
  'reminderMail',
])

/** Returns the facts of a surface, without empty ones. */
export function factRows(invoice: InvoiceDocument, surface: keyof typeof surfaces): DocumentRow[] {
  const rows: DocumentRow[] = surfaces[surface].map((key) => {
    const [label, value] = facts[key](invoice)
    return { key, label, value }
  })
  if (withOwnFields.has(surface)) rows.push(...ownFieldRows(invoice))
  return rows.filter(({ value }) => value !== '')
}

/** The own fields of the business that documents show. */
export function ownFieldRows({ shownFields, locale }: InvoiceDocument): DocumentRow[] {
  return shownFields.map(({ id, label, kind, value }) => ({
    key: id,
    label,
    value: ownValueText(kind, value, locale),
  }))
}

/** The code of the currency where its own country shortens the sign: "$" on an Australian invoice. Empty otherwise. */
export function currencyNote({ currency, locale }: MoneyFormat): string {
  const isClear = currencySign({ currency, locale }) === currencySign({ currency, locale: 'en-US' })
  return isClear ? '' : currency
}

function termsOf({ paymentTerms: terms }: InvoiceDocument): string {
  return terms === 'custom' ? '' : paymentTerms[terms].label
}

/** What kind of document it is, as its title says. */
export function titleOf({ creditedInvoice, estimate }: DocumentKind): string {
  if (estimate) return 'Estimate'
  return creditedInvoice ? 'Credit note' : 'Invoice'
}

type DocumentKind = Pick<InvoiceDocument, 'creditedInvoice' | 'estimate'>

/** The facts at the top of an invoice, a credit note or an estimate. */
export function documentFacts(invoice: InvoiceDocument): DocumentRow[] {
  if (invoice.estimate) return factRows(invoice, 'estimate')
  return factRows(invoice, invoice.creditedInvoice ? 'creditNote' : 'document')
}

/** What a single amount is for. */
export function amountDescription({
  description,
  number,
  creditedInvoice,
  estimate,
}: InvoiceDocument): string {
  return description || `${estimate ? 'Estimate' : 'Invoice'} ${creditedInvoice?.number ?? number}`
}

/** The heading above the text at the end of a document. */
export function notesTitle({ creditedInvoice }: InvoiceDocument): string {
  return creditedInvoice ? 'Reason' : 'Notes'
}

const maxAddressLines = 6

export const contactSeparator = '  ·  '

export type Parties = Pick<InvoiceDocument, 'company'> & {
  client: Omit<InvoiceDocument['client'], 'taxTreatment'>
}

/** Everything about the sender or the client but the name. The contacts share a line if there is room, and come last. */
export function partyText(parties: Parties, side: keyof Parties): { text: string; contacts: string[] } {
  const party = parties[side]
  const { contactName, address, email, phone } = party
  return {
    text: [contactName, shortAddress(address), countryLine(parties, side), taxIdLine(party)]
      .filter((line) => line !== '')
      .join('\n'),
    contacts: [email, phone].filter((contact) => contact !== ''),
  }
}

/** The name of the country where the other party is in another one, unless the address ends with it. */
function countryLine({ company, client }: Parties, side: keyof Parties): string {
  if (company.country === '' || client.country === '' || company.country === client.country) return ''
  const { country, address } = side === 'company' ? company : client
  const name = countryName(country)
  return address.trimEnd().toLowerCase().endsWith(name.toLowerCase()) ? '' : name
}

/** Limits the number of lines of an address: further lines are joined with commas. */
function shortAddress(address: string): string {
  const lines = address.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  const [kept, others] = [filled.slice(0, maxAddressLines - 1), filled.slice(maxAddressLines - 1)]
  return [...kept, others.join(', ')].filter((line) => line !== '').join('\n')
}

/** Returns the line items; empty for a single amount. */
export function lineRows(invoice: InvoiceDocument): DocumentLine[] {
  const { charge, totals } = invoice
  if (charge.kind === 'amount') return []
  return charge.lines.map(({ description, quantity, rateMinor }, index) => ({
    key: `line-${index}`,
    description: [description, lineTaxText(charge, index, invoice.locale)].filter(Boolean).join('\n'),
    quantity: formatThousandths(quantity, invoice.locale),
    rate: formatMoney(rateMinor, invoice),
    amount: formatMoney(totals.lineMinor[index] ?? 0, invoice),
  }))
}

const percent = (thousandths: number, locale: string | undefined) =>
  `${formatThousandths(thousandths, locale)}%`

/** Returns the rows from the subtotal to the total. The total is the last row, with the key `total`. */
export function sumRows(invoice: InvoiceDocument): DocumentRow[] {
  const { charge, totals } = invoice
  const total = { key: 'total', label: 'Total', value: formatMoney(totals.totalMinor, invoice) }
  const late = lateFeeRows(invoice)
  if (charge.kind === 'amount') {
    const amount = {
      key: 'subtotal',
      label: 'Subtotal',
      value: formatMoney(totals.subtotalMinor, invoice),
    }
    return late.length > 0 ? [amount, ...late, total] : [total]
  }
  const { discount, fees } = charge
  const label = hasIncludedTax(charge) ? 'Subtotal incl. tax' : 'Subtotal'
  const subtotal = { key: 'subtotal', label, value: formatMoney(totals.subtotalMinor, invoice) }
  return [
    // A credit note may have fees alone.
    ...(charge.lines.length > 0 ? [subtotal] : []),
    ...(discount ? [discountRow(discount, invoice)] : []),
    ...taxRows(charge, invoice),
    ...fees.map(({ description, amountMinor }, index) => ({
      key: `fee-${index}`,
      label: description,
      value: formatMoney(amountMinor, invoice),
    })),
    ...late,
    total,
  ]
}

/** The late fees that were added, each with its reason. */
function lateFeeRows(invoice: InvoiceDocument): DocumentRow[] {
  return invoice.lateFees.map((fee) => ({
    key: `late-fee-${fee.dueDate}-${fee.on}`,
    label: lateFeeLabel(fee),
    value: formatMoney(fee.amountMinor, invoice),
  }))
}

/** Says when late fees are added, while something is still to be paid; empty without late fees. */
export function lateFeeText(invoice: InvoiceDocument): string {
  const { lateFeeTerms, status, parts } = invoice
  if (!lateFeeTerms || amountDueOf(invoice) === 0 || status === 'paid') return ''
  return lateFeeSentence(lateFeeTerms, invoice, { hasParts: parts.length > 0 })
}

type Discount = NonNullable<Extract<InvoiceDocument['charge'], { kind: 'lines' }>['discount']>

/** "Discount (10%)", in the form, on the page, in the PDF and in the mails. */
export function discountLabel({ kind, value }: Pick<Discount, 'kind' | 'value'>, locale?: string): string {
  return kind === 'percentage' ? `Discount (${percent(value, locale)})` : 'Discount'
}

function discountRow(discount: Discount, invoice: InvoiceDocument): DocumentRow {
  const { description } = discount
  return {
    key: 'discount',
    label: discountLabel(discount, invoice.locale),
    value: formatMoney(-invoice.totals.discountMinor, invoice),
    ...(description && { detail: description }),
  }
}

/** Returns the rows between the total and the amount due; empty without payments. */
export function paidRows(invoice: InvoiceDocument): DocumentRow[] {
  return toRows('movement', movementRows(invoice), invoice)
}

function toRows(key: string, rows: MovementRow[], invoice: InvoiceDocument): DocumentRow[] {
  return rows.map(({ label, minor }, index) => ({
    key: `${key}-${index}`,
    label,
    value: formatMoney(minor, invoice),
  }))
}

/** The label above the client. */
export function clientLabel({ estimate }: DocumentKind): string {
  return estimate ? 'Prepared for' : 'Bill to'
}

/** The label of the amount that a document is about. */
export function dueLabel({ creditedInvoice, estimate }: DocumentKind): string {
  if (estimate) return 'Estimate total'
  return creditedInvoice ? 'Credited' : 'Amount due'
}

/** The label below the sums. Of an invoice that is paid in parts, only some of it may be due. */
export function balanceLabel(invoice: Pick<InvoiceDocument, 'creditedInvoice' | 'parts'>): string {
  return invoice.parts.length > 0 ? 'Balance due' : dueLabel(invoice)
}

export function amountDueRow(invoice: InvoiceDocument): DocumentRow {
  return {
    key: 'amount-due',
    label: balanceLabel(invoice),
    value: formatMoney(amountDueOf(invoice), invoice),
  }
}

/** The rows above the amount that a document is about. That of an estimate is its total, which is said once. */
export function rowsAboveDue(invoice: InvoiceDocument): DocumentRow[] {
  const sums = sumRows(invoice)
  return [...(invoice.estimate ? sums.slice(0, -1) : sums), ...paidRows(invoice)]
}

/** Returns short sums for a mail: the total, late fees and payments, if there are any, and the amount due. */
export function balanceRows(invoice: InvoiceDocument): DocumentRow[] {
  const changes = [...lateFeeRows(invoice), ...paidRows(invoice)]
  const agreedMinor = invoice.totals.totalMinor - lateFeesMinor(invoice.lateFees)
  const amount = { key: 'amount', label: 'Amount', value: formatMoney(agreedMinor, invoice) }
  return [...(changes.length > 0 ? [amount, ...changes] : []), amountDueRow(invoice)]
}

/** Returns the sums of a settled invoice: the total, what was paid and what went back. Several payments are listed. */
export function receiptRows(invoice: InvoiceDocument): DocumentRow[] {
  const { totals, creditedMinor, receivedMinor } = invoice
  const { paidMinor } = paidAndReturned(invoice)
  const backMinor = paidMinor - receivedMinor
  const total = { key: 'total', label: 'Invoice total', value: formatMoney(totals.totalMinor, invoice) }
  const left = { key: 'left', label: 'Balance due', value: formatMoney(0, invoice) }
  if (paymentsOf(invoice).length > 1) {
    return [total, ...paidRows(invoice), left]
  }
  return [
    total,
    ...toRows('credit-note', creditNoteRows(invoice), invoice),
    ...(creditedMinor > 0
      ? [{ key: 'credited', label: 'Early payment discount', value: formatMoney(-creditedMinor, invoice) }]
      : []),
    { key: 'paid', label: 'Amount paid', value: formatMoney(paidMinor, invoice) },
    ...(backMinor > 0 ? [{ key: 'back', label: 'Refunded', value: formatMoney(-backMinor, invoice) }] : []),
    ...toRows('settled', settledRows(invoice), invoice),
    left,
  ]
}
