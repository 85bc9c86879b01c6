import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument, Movement } from '../contract.ts'
import { earlyPayment as rule, openMinorOf } from '../rules.ts'

export const methodNames = {
  card: 'card',
  paypal: 'PayPal',
  demo: 'demo',
  cash: 'cash',
  transfer: 'bank transfer',
  cheque: 'check',
  other: '',
} as const satisfies Record<Movement['method'], string>

export interface MovementRow {
  label: string
  /** Negative if it lowers the amount due. */
  minor: number
}

/** Returns the rows between the total and the amount due. Added to the total, they give the amount due. */
export function movementRows(
  invoice: Pick<InvoiceDocument, 'movements' | 'creditNotes' | 'waivedMinor'> &
    Parameters<typeof overpaidMinorOf>[0],
): MovementRow[] {
  const { movements, creditedMinor } = invoice
  return [
    ...creditNoteRows(invoice),
    ...movements.map((movement) => ({
      label: movementLabel(movement),
      minor: movement.kind === 'payment' ? -movement.amountMinor : movement.amountMinor,
    })),
    ...(creditedMinor > 0 ? [{ label: 'Early payment discount', minor: -creditedMinor }] : []),
    ...settledRows(invoice),
  ]
}

/** What is no longer owed, and what was paid too much. */
export function settledRows(
  invoice: Pick<InvoiceDocument, 'waivedMinor'> & Parameters<typeof overpaidMinorOf>[0],
): MovementRow[] {
  const { waivedMinor } = invoice
  const overpaidMinor = overpaidMinorOf(invoice)
  return [
    ...(waivedMinor > 0 ? [{ label: 'No longer owed', minor: -waivedMinor }] : []),
    ...(overpaidMinor > 0 ? [{ label: 'Overpaid', minor: overpaidMinor }] : []),
  ]
}

/** "Credit note CN-0001, Nov 18, 2026", with the amount that it takes off. */
export function creditNoteRows({ creditNotes }: Pick<InvoiceDocument, 'creditNotes'>): MovementRow[] {
  return creditNotes.map(({ number, on, amountMinor }) => ({
    label: `Credit note ${number}, ${formatDate(on)}`,
    minor: -amountMinor,
  }))
}

/** Says that an invoice, such as "this invoice" or "invoice 0042", is no longer to be paid. */
export function cancelledText(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} was canceled. There is nothing to pay.`
}

/** Says it to the client. */
export const cancelledSentence = cancelledText('this invoice')

/** Returns by how much more was received than the invoice asks for; 0 if it is not overpaid. */
export function overpaidMinorOf(
  invoice: Pick<InvoiceDocument, 'totals' | 'creditNotesMinor' | 'receivedMinor' | 'creditedMinor'>,
): number {
  const { totals, creditNotesMinor, receivedMinor, creditedMinor } = invoice
  return Math.max(0, receivedMinor + creditedMinor - (totals.totalMinor - creditNotesMinor))
}

/** Says to the client that money is owed to them; empty if the invoice is not overpaid. */
export function overpaidSentence(
  invoice: Parameters<typeof overpaidMinorOf>[0] & Pick<InvoiceDocument, 'currency' | 'locale'>,
): string {
  const overpaidMinor = overpaidMinorOf(invoice)
  return overpaidMinor > 0 ? `You have paid ${formatMoney(overpaidMinor, invoice)} too much.` : ''
}

const kindLabels = { payment: 'Paid', refund: 'Refunded', dispute: 'Disputed' } as const

function movementLabel({ kind, on, method, isTest }: Movement): string {
  const name = methodNames[method]
  const what = isTest ? testLabels[kind] : kindLabels[kind]
  return `${what} ${formatDate(on)}${name && ` (${name})`}`
}

/** Returns the total paid, what went back, and a text about it: "$40.00 refunded", or an empty string. */
export function paidAndReturned(
  invoice: Pick<InvoiceDocument, 'movements' | 'receivedMinor' | 'currency' | 'locale'>,
) {
  const { movements, receivedMinor } = invoice
  const sumOf = (wanted: Movement['kind']) =>
    movements.reduce((sum, { kind, amountMinor }) => (kind === wanted ? sum + amountMinor : sum), 0)
  const [refundedMinor, disputedMinor] = [sumOf('refund'), sumOf('dispute')]
  const returned = [
    { minor: refundedMinor, how: 'refunded' },
    { minor: disputedMinor, how: 'disputed' },
  ]
    .filter(({ minor }) => minor > 0)
    .map(({ minor, how }) => ({ amount: formatMoney(minor, invoice), how }))
  const backText = returned.map(({ amount, how }) => `${amount} ${how}`).join(', ')
  // Documents stored before movements existed have none.
  return { paidMinor: sumOf('payment') || receivedMinor, returned, backText }
}

export const paymentsOf = ({ movements }: Pick<InvoiceDocument, 'movements'>) =>
  movements.filter(({ kind }) => kind === 'payment')

/** " on Nov 5, 2026" or, with several payments, " in 2 payments, the last on Nov 5, 2026"; empty if not known. */
export function whenPaid(invoice: Pick<InvoiceDocument, 'movements' | 'paidOn'>): string {
  const payments = paymentsOf(invoice)
  const last = payments.at(-1)
  if (last && payments.length > 1) {
    return ` in ${payments.length} payments, the last on ${formatDate(last.on)}`
  }
  return invoice.paidOn ? ` on ${formatDate(invoice.paidOn)}` : ''
}

/** For a settled invoice: "$100.00 was paid on Nov 5, 2026. Of this, $40.00 was refunded. Nothing is left to pay." */
export function paidSentence(
  invoice: Parameters<typeof paidAndReturned>[0] &
    Parameters<typeof overpaidSentence>[0] &
    Pick<InvoiceDocument, 'paidOn'>,
  forWhat = '',
): string {
  const { paidMinor, returned } = paidAndReturned(invoice)
  const back = returned.map(({ amount, how }) => `${amount} was ${how}`).join(' and ')
  return [
    `${formatMoney(paidMinor, invoice)} was paid${forWhat}${whenPaid(invoice)}.`,
    ...(back ? [`Of this, ${back}.`] : []),
    overpaidSentence(invoice) || 'Nothing is left to pay.',
  ].join(' ')
}

/** For one payment: "$40.00 was paid on Nov 5, 2026, leaving $60.00 to pay." */
export function paymentSentence(
  invoice: Parameters<typeof amountDueOf>[0] & Pick<InvoiceDocument, 'currency' | 'locale'>,
  { amountMinor, on }: Movement,
  forWhat = '',
): string {
  const dueMinor = amountDueOf(invoice)
  const rest = dueMinor > 0 ? formatMoney(dueMinor, invoice) : 'nothing'
  const paid = `${formatMoney(amountMinor, invoice)} was paid${forWhat} on ${formatDate(on)}, leaving ${rest} to pay.`
  return [paid, overpaidSentence(invoice)].filter(Boolean).join(' ')
}

const testLabels = { payment: 'Test payment', refund: 'Test refund', dispute: 'Test dispute' } as const

export const noMoneyMoved = 'Test payment: no money moved.'

/** Says that all or some of the payments were tests; empty if none were. */
export function testSentence(invoice: Pick<InvoiceDocument, 'movements'>): string {
  const payments = paymentsOf(invoice)
  if (!payments.some(({ isTest }) => isTest)) return ''
  return payments.every(({ isTest }) => isTest)
    ? noMoneyMoved
    : 'Part of the amount was paid with test payments, which moved no money.'
}

type Method = keyof typeof methodNames

/** The name of the method as a label: Card, Bank transfer. */
export function methodName(method: Method): string {
  if (method === 'demo') return 'Demo payment (no money moved)'
  const name = methodNames[method] || 'other'
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The name of the method, marked where no money moved. */
export function labelledMethod(method: Method, isTest: boolean): string {
  const name = methodName(method)
  return isTest && method !== 'demo' ? `${name} (test payment, no money moved)` : name
}

/** The method of the only payment; empty if there are several, which are listed with theirs. */
export function paidBy(movements: InvoiceDocument['movements']): string {
  const [only, ...others] = paymentsOf({ movements })
  return only && others.length === 0 ? labelledMethod(only.method, only.isTest ?? false) : ''
}

/** Returns the amount owed by the due date. A lower amount for paying early is shown separately, as an offer. */
export function amountDueOf(
  invoice: Pick<InvoiceDocument, 'status' | 'waivedMinor'> & Parameters<typeof overpaidMinorOf>[0],
): number {
  const status = invoice.status === 'overdue' ? 'pending' : invoice.status
  return openMinorOf({ ...invoice, status, totalMinor: invoice.totals.totalMinor })
}

/**
 * Returns the amount that a document asks for first: of an invoice that is paid in parts, that of the parts that are due or
 * come next. A lower amount for paying early is an offer beside it.
 */
export function askedNowOf(
  invoice: Pick<InvoiceDocument, 'parts' | 'amountDueMinor'> & Parameters<typeof amountDueOf>[0],
): number {
  return invoice.parts.length > 0 ? invoice.amountDueMinor : amountDueOf(invoice)
}

/** Returns the text of the early payment offer; null once the invoice is paid or the offer has expired. */
export function earlyPaymentOffer(
  invoice: Pick<InvoiceDocument, 'earlyPayment' | 'currency' | 'locale'>,
): string | null {
  if (!invoice.earlyPayment) return null
  const { amountMinor, until, discountMinor } = invoice.earlyPayment
  const percentage = formatThousandths(rule.percentage, invoice.locale)
  const savedText = `${formatMoney(discountMinor, invoice)} (${percentage}%)`
  return `Or pay ${formatMoney(amountMinor, invoice)} by ${formatDate(until)} and save ${savedText}`
}
