import type { Resolver } from 'react-hook-form'
import { digitsOf } from '../../../../shared/currencies.ts'
import { formatDate, isIsoDate } from '../../../../shared/dates.ts'
import type { RequestOf } from '../../../../shared/endpoint.ts'
import { type MoneyFormat, formatAmount, formatMoney } from '../../../../shared/money.ts'
import { type TypedAmount, typedAmountMessage } from '../../../../web/forms/typed-amount.ts'
import type { Invoice } from '../../../invoices/contract.ts'
import { earnedCredit } from '../../../invoices/document/ledger-rules.ts'
import { type EarlyPayment, earlyPaymentOn } from '../../../invoices/rules.ts'
import { recordPayment } from '../../contract.ts'
import type { HandMethod } from '../../rules.ts'

export interface RecordPaymentValues {
  amountMinor: TypedAmount
  method: HandMethod
  /** The ISO date, or the typed text if it is not a date. */
  receivedOn: string | null
  note: string
  sendReceipt: boolean
}

export type NewPayment = Omit<RequestOf<typeof recordPayment>['body'], 'requestId'>

export function recordPaymentValues(invoice: Invoice, today: string): RecordPaymentValues {
  return {
    amountMinor: invoice.dueMinor,
    method: invoice.openMinor === 0 ? 'other' : 'transfer',
    receivedOn: today,
    note: '',
    sendReceipt: invoice.sendOption !== 'do_not_send',
  }
}

/** The early payment discount, such as 2/10 Net 30, for a payment on this day. */
function offerOn(invoice: Invoice, day: string | null): EarlyPayment | null {
  if (day === null || !isIsoDate(day)) return null
  return earlyPaymentOn(day, { ...invoice, totalMinor: invoice.totals.totalMinor })
}

/** The hint below the amount while less than the total settles the invoice. */
export function offerText(invoice: Invoice, receivedOn: string | null): string | null {
  const offer = offerOn(invoice, receivedOn)
  return (
    offer && `${formatMoney(offer.amountMinor, invoice)} settles it if paid by ${formatDate(offer.until)}.`
  )
}

/** What this payment does to the invoice; null while there is no valid amount. */
export function outcomeOf(
  invoice: Invoice,
  { amountMinor, receivedOn }: Pick<RecordPaymentValues, 'amountMinor' | 'receivedOn'>,
): { settles: boolean; text: string } | null {
  const { openMinor } = invoice
  if (typeof amountMinor !== 'number' || amountMinor < 0) return null
  if (openMinor === 0) return { settles: true, text: 'There’s nothing to pay. This closes the invoice.' }
  if (amountMinor === 0 || amountMinor > openMinor) return null
  const credit = earnedCredit(openMinor, amountMinor, offerOn(invoice, receivedOn)?.discountMinor ?? 0)
  if (credit > 0) {
    const text = `This settles the invoice, with ${formatMoney(credit, invoice)} off for paying early.`
    return { settles: true, text }
  }
  return amountMinor === openMinor
    ? { settles: true, text: 'This settles the invoice.' }
    : { settles: false, text: `${formatMoney(openMinor - amountMinor, invoice)} will remain due.` }
}

const bodySchema = recordPayment.body.omit({ requestId: true })

function amountProblem(typed: TypedAmount, invoice: Invoice): string | null {
  const { openMinor, currency } = invoice
  if (typeof typed === 'string') return typedText(typed, invoice, 150 * 10 ** digitsOf(currency))
  if (typed === null || (typed === 0 && openMinor > 0)) return 'Please enter an amount.'
  return typed > openMinor ? `This is more than the balance due of ${formatMoney(openMinor, invoice)}.` : null
}

/** The message for text that is not an amount, with an example. */
export function typedText(typed: TypedAmount, format: MoneyFormat, exampleMinor: number): string {
  const message = typed === 'not-a-number' ? undefined : typedAmountMessage(typed, format)
  return message ?? `Please enter an amount, such as ${formatAmount(exampleMinor, format)}.`
}

export function readRecordPaymentForm(values: RecordPaymentValues, invoice: Invoice, today: string) {
  const { amountMinor, receivedOn } = values
  const fieldErrors: Partial<Record<string, string>> = {}
  const problem = amountProblem(amountMinor, invoice)
  if (problem) fieldErrors['amountMinor'] = problem
  if (receivedOn !== null && isIsoDate(receivedOn) && receivedOn > today) {
    fieldErrors['receivedOn'] = 'This date is in the future.'
  }
  const result = bodySchema.safeParse({
    ...values,
    amountMinor: typeof amountMinor === 'number' ? amountMinor : 0,
    receivedOn: receivedOn ?? '',
    // Receipts are sent only for paid invoices.
    sendReceipt: values.sendReceipt && outcomeOf(invoice, values)?.settles === true,
  })
  for (const { path, message } of result.error?.issues ?? []) fieldErrors[String(path[0])] ??= message
  return result.success && Object.keys(fieldErrors).length === 0
    ? { ok: true as const, body: result.data }
    : { ok: false as const, fieldErrors }
}

export function recordPaymentResolver(
  invoice: Invoice,
  today: string,
): Resolver<RecordPaymentValues, unknown, NewPayment> {
  return (values) => {
    const read = readRecordPaymentForm(values, invoice, today)
    if (read.ok) return { values: read.body, errors: {} }
    const fieldErrors = Object.entries(read.fieldErrors)
    return {
      values: {},
      errors: Object.fromEntries(
        fieldErrors.map(([field, message]) => [field, { type: 'contract', message }]),
      ),
    }
  }
}
