import { addDays, daysBetween } from '../../../../shared/dates.ts'
import { pick } from '../../../../shared/pick.ts'
import type { Logo } from '../../../business/contract.ts'
import type { Invoice } from '../../contract.ts'
import { type InvoiceContent, sameInForms } from '../../document/input-rules.ts'
import { dueDateFor } from '../../rules.ts'
import { type ChargeValues, chargeValues, readCharge } from '../charge/charge-values.ts'

/** What stands in every form about an invoice, whatever it is made for. It may be incomplete or wrong. */
export interface ContentValues extends Pick<InvoiceContent, (typeof sameInForms)[number]> {
  logo: Logo | null
  charge: ChargeValues
}

/** The same for invoices that are yet to be made, on days of their own. */
export interface DatelessValues extends ContentValues {
  /** As it is typed; it counts with custom terms only. */
  dueInDays: string
}

const maxDays = 365

/** What would be sent; not checked yet. */
export function toInvoiceContent(values: DatelessValues): InvoiceContent {
  return {
    ...pick(values, sameInForms),
    logoId: values.logo?.id ?? null,
    dueInDays: values.paymentTerms === 'custom' ? readDays(values.dueInDays) : null,
    charge: readCharge(values.charge),
  }
}

/** Left as NaN where it is no number of days, for the schema to refuse. */
function readDays(typed: string): number {
  return /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN
}

/** The dates of an invoice that would be made of it on this day. */
export function datesOn(values: DatelessValues, day: string): { issueDate: string; dueDate: string } {
  const days = toInvoiceContent(values).dueInDays ?? 0
  const dueDate = dueDateFor(values.paymentTerms, day) ?? addDays(day, Number.isNaN(days) ? 0 : days)
  return { issueDate: day, dueDate }
}

/** The form of content that was kept. Its logo is looked up by its id; null when it is gone. */
export function datelessValuesOf(content: InvoiceContent, logo: Logo | null): DatelessValues {
  const { logoId: _id, charge, dueInDays, ...same } = content
  return {
    ...same,
    logo,
    charge: chargeValues(charge),
    dueInDays: dueInDays === null ? '' : String(dueInDays),
  }
}

/** What of an invoice stays when it is made again on another day. */
export function contentOf(invoice: Invoice): InvoiceContent {
  const days = daysBetween(invoice.issueDate, invoice.dueDate)
  return {
    ...pick(invoice, [...sameInForms, 'logoId', 'charge']),
    dueInDays: invoice.paymentTerms === 'custom' ? Math.min(Math.max(days, 0), maxDays) : null,
  }
}

/** The field of the form that shows what is wrong at this place of the input. */
export function formPath(inputPath: string, values: ContentValues): string {
  const path = inputPath.replace(/^content\./, '')
  if (path === 'charge.discount.value') {
    return values.charge.discount.kind === 'fixed'
      ? 'charge.discount.amountCents'
      : 'charge.discount.percentage'
  }
  return path === 'logoId' ? 'logo' : path
}
