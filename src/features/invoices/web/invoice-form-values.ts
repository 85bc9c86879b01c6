import type { z } from 'zod'

import type { MoneyProblem } from '../../../shared/money.ts'
import { formatThousandths, parseThousandths } from '../../../shared/thousandths.ts'
import type { Logo, businessSchema } from '../../business/contract.ts'
import type { Invoice, InvoiceInput, SendOption } from '../contract.ts'
import { type PaymentTerms, dueDateFor } from '../rules.ts'

/** Cents; null while nothing is typed, and why it is no amount where something else is. */
export type TypedAmount = number | Exclude<MoneyProblem, 'empty'> | null

/** What stands in the form, which may be incomplete or wrong: numbers, and dates that are none, as they are typed. */
export interface InvoiceFormValues {
  company: InvoiceInput['company']
  logo: Logo | null
  client: InvoiceInput['client']
  issueDate: string | null
  dueDate: string | null
  paymentTerms: PaymentTerms
  purchaseOrder: string
  description: string
  notes: string
  charge: ChargeValues
  sendOption: SendOption
  sendReminder: boolean
}

export interface ChargeValues {
  kind: 'amount' | 'lines'
  amountCents: TypedAmount
  lines: { description: string; quantity: string; rateCents: TypedAmount }[]
  discount: {
    kind: 'none' | 'percentage' | 'fixed'
    percentage: string
    amountCents: TypedAmount
    description: string
  }
  taxes: { name: string; rate: number }[]
  fees: { description: string; amountCents: TypedAmount }[]
}

/** What to take for a number that is not there. */
interface StandIns {
  blank: number
  wrong: number
}

function readAmount(typed: TypedAmount, { blank, wrong }: StandIns): number {
  if (typed === null) return blank
  return typeof typed === 'number' ? typed : wrong
}

function readNumber(typed: string, { blank, wrong }: StandIns): number {
  return typed.trim() === '' ? blank : (parseThousandths(typed) ?? wrong)
}

function readDiscount(discount: ChargeValues['discount'], missing: StandIns) {
  const { kind, description } = discount
  if (kind === 'none') return null
  const value =
    kind === 'fixed' ? readAmount(discount.amountCents, missing) : readNumber(discount.percentage, missing)
  return { kind, value, description }
}

/** Left as NaN, for the schema to refuse in its own words. */
const refused: StandIns = { blank: Number.NaN, wrong: Number.NaN }

export function readCharge(charge: ChargeValues, missing: StandIns = refused): InvoiceInput['charge'] {
  if (charge.kind === 'amount') {
    return { kind: 'amount', amountCents: readAmount(charge.amountCents, missing) }
  }
  return {
    kind: 'lines',
    lines: charge.lines.map((line) => ({
      description: line.description,
      quantity: readNumber(line.quantity, missing),
      rateCents: readAmount(line.rateCents, missing),
    })),
    discount: readDiscount(charge.discount, missing),
    taxes: charge.taxes,
    fees: charge.fees.map((fee) => ({ ...fee, amountCents: readAmount(fee.amountCents, missing) })),
  }
}

/** What would be sent; not checked yet. */
export function toInvoiceInput(values: InvoiceFormValues): InvoiceInput {
  const { logo, ...rest } = values
  return {
    ...rest,
    logoId: logo?.id ?? null,
    issueDate: values.issueDate ?? '',
    dueDate: values.dueDate ?? '',
    charge: readCharge(values.charge),
    // Nothing goes out by itself then, so no reminder either.
    sendReminder: values.sendReminder && values.sendOption !== 'do_not_send',
  }
}

/** The field of the form that shows what is wrong at this place of the input. */
export function formPath(inputPath: string, values: InvoiceFormValues): string {
  if (inputPath === 'charge.discount.value') {
    return values.charge.discount.kind === 'fixed'
      ? 'charge.discount.amountCents'
      : 'charge.discount.percentage'
  }
  return inputPath === 'logoId' ? 'logo' : inputPath
}

export const emptyCharge: ChargeValues = {
  kind: 'amount',
  amountCents: null,
  lines: [],
  discount: { kind: 'none', percentage: '', amountCents: null, description: '' },
  taxes: [],
  fees: [],
}

function chargeValues(charge: Invoice['charge']): ChargeValues {
  if (charge.kind === 'amount') return { ...emptyCharge, amountCents: charge.amountCents }
  const { lines, discount, taxes, fees } = charge
  return {
    ...emptyCharge,
    kind: 'lines',
    lines: lines.map((line) => ({ ...line, quantity: formatThousandths(line.quantity) })),
    discount: discount
      ? {
          kind: discount.kind,
          percentage: discount.kind === 'percentage' ? formatThousandths(discount.value) : '',
          amountCents: discount.kind === 'fixed' ? discount.value : null,
          description: discount.description,
        }
      : emptyCharge.discount,
    taxes,
    fees,
  }
}

/** The form of a new invoice: from this business, dated today. */
export function newFormValues(business: z.infer<typeof businessSchema>, today: string): InvoiceFormValues {
  const { name, email, phone, address, contactName, logo } = business
  return {
    company: { name, email, phone, address, contactName },
    logo,
    client: { id: null, name: '', email: '', phone: '', address: '', contactName: '' },
    issueDate: today,
    dueDate: dueDateFor('net_30', today),
    paymentTerms: 'net_30',
    purchaseOrder: '',
    description: '',
    notes: '',
    charge: emptyCharge,
    sendOption: 'email_now',
    sendReminder: false,
  }
}

/** The form of an invoice that is there already. */
export function formValuesOf(invoice: Invoice): InvoiceFormValues {
  const { company, logo, client, issueDate, dueDate, paymentTerms, purchaseOrder, description, notes } =
    invoice
  return {
    company,
    logo,
    client,
    issueDate,
    dueDate,
    paymentTerms,
    purchaseOrder,
    description,
    notes,
    charge: chargeValues(invoice.charge),
    sendOption: invoice.sendOption,
    sendReminder: invoice.sendReminder,
  }
}
