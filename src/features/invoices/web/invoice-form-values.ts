import type { z } from 'zod'

import { formatThousandths, parseThousandths } from '../../../shared/thousandths.ts'
import type { Logo, businessSchema } from '../../business/contract.ts'
import type { Invoice, InvoiceInput, SendOption } from '../contract.ts'
import { type PaymentTerms, dueDateFor } from '../rules.ts'

/** What stands in the form, which may be incomplete or wrong: numbers as typed, amounts null where they are none. */
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
  amountCents: number | null
  lines: { description: string; quantity: string; rateCents: number | null }[]
  discount: {
    kind: 'none' | 'percentage' | 'fixed'
    percentage: string
    amountCents: number | null
    description: string
  }
  taxes: { name: string; rate: number }[]
  fees: { description: string; amountCents: number | null }[]
}

function readDiscount(discount: ChargeValues['discount'], missing: number) {
  const { kind, description } = discount
  if (kind === 'none') return null
  const value = kind === 'fixed' ? discount.amountCents : parseThousandths(discount.percentage)
  return { kind, value: value ?? missing, description }
}

/** A number that is none is left as NaN for the schema to refuse, with its own words, unless something else is asked for. */
export function readCharge(charge: ChargeValues, missing = Number.NaN): InvoiceInput['charge'] {
  if (charge.kind === 'amount') return { kind: 'amount', amountCents: charge.amountCents ?? missing }
  return {
    kind: 'lines',
    lines: charge.lines.map((line) => ({
      description: line.description,
      quantity: parseThousandths(line.quantity) ?? missing,
      rateCents: line.rateCents ?? missing,
    })),
    discount: readDiscount(charge.discount, missing),
    taxes: charge.taxes,
    fees: charge.fees.map((fee) => ({ ...fee, amountCents: fee.amountCents ?? missing })),
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
