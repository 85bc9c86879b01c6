import { addDays, daysBetween } from '../../../../shared/dates.ts'
import { pick } from '../../../../shared/pick.ts'
import type { Logo } from '../../../business/contract.ts'
import type { Invoice } from '../../contract.ts'
import { type InvoiceContent, sharedFormFields } from '../../document/input-rules.ts'
import { withoutSources } from '../../document/source-rules.ts'
import { askedParts } from '../../parts/part-rules.ts'
import { dueDateFor } from '../../rules.ts'
import { type ChargeValues, chargeValues, readCharge } from '../charge/charge-values.ts'
import { type LateFeeValues, lateFeeField, lateFeeValues, readLateFee } from '../late-fees/late-fee-values.ts'
import { type PartValues, partValues, readDays, readPartAmount } from '../parts/part-values.ts'

/** The values of every form with invoice content: invoices, series and templates. They may be incomplete or invalid. */
export interface ContentValues extends Pick<InvoiceContent, (typeof sharedFormFields)[number]> {
  logo: Logo | null
  charge: ChargeValues
  parts: PartValues[]
  lateFee: LateFeeValues
}

/** The values of forms without dates, for invoices that will be created later. */
export interface DatelessValues extends ContentValues {
  /** As typed. Used for custom terms only. */
  dueInDays: string
}

const maxDays = 365

/** Converts the form values to content, without validating it. */
export function toInvoiceContent(values: DatelessValues): InvoiceContent {
  return {
    ...pick(values, sharedFormFields),
    logoId: values.logo?.id ?? null,
    dueInDays: values.paymentTerms === 'custom' ? readDays(values.dueInDays) : null,
    charge: withoutSources(readCharge(values.charge)),
    lateFeeTerms: readLateFee(values.lateFee),
    parts: values.parts.map((part) => ({
      amount: readPartAmount(part),
      dueInDays: readDays(part.dueInDays),
    })),
  }
}

/** Returns the dates of an invoice created from these values on this day. */
export function datesOn(values: DatelessValues, day: string): { issueDate: string; dueDate: string } {
  const days = toInvoiceContent(values).dueInDays ?? 0
  const dueDate = dueDateFor(values.paymentTerms, day) ?? addDays(day, Number.isNaN(days) ? 0 : days)
  return { issueDate: day, dueDate }
}

/** Converts saved content to form values. `logo` is the logo with the saved id; null if it was deleted. */
export function datelessValuesOf(content: InvoiceContent, logo: Logo | null): DatelessValues {
  const { logoId: _id, charge, parts, dueInDays, lateFeeTerms, ...same } = content
  return {
    ...same,
    logo,
    charge: chargeValues(charge),
    lateFee: lateFeeValues(lateFeeTerms),
    parts: parts.map((part) => ({ ...partValues(part.amount), dueInDays: String(part.dueInDays) })),
    dueInDays: dueInDays === null ? '' : String(dueInDays),
  }
}

/** Returns the content of an invoice: what stays the same when it is created again on another day. */
export function contentOf(invoice: Invoice): InvoiceContent {
  const daysUntil = (date: string) => Math.min(Math.max(daysBetween(invoice.issueDate, date), 0), maxDays)
  return {
    ...pick(invoice, [...sharedFormFields, 'logoId', 'lateFeeTerms']),
    charge: withoutSources(invoice.charge),
    dueInDays: invoice.paymentTerms === 'custom' ? daysUntil(invoice.dueDate) : null,
    parts: askedParts(invoice.parts).map(({ amount, dueDate }) => ({
      amount,
      dueInDays: daysUntil(dueDate),
    })),
  }
}

/** Returns the form field that shows the error at a path of the input. */
export function formPath(inputPath: string, values: ContentValues): string {
  const path = inputPath.replace(/^content\./, '')
  if (path === 'charge.discount.value') {
    return values.charge.discount.kind === 'fixed'
      ? 'charge.discount.amountMinor'
      : 'charge.discount.percentage'
  }
  const [, index] = /^parts\.(\d+)\.amount\b/.exec(path) ?? []
  if (index !== undefined) {
    const field = values.parts[Number(index)]?.kind === 'fixed' ? 'amountMinor' : 'percentage'
    return `parts.${index}.${field}`
  }
  const [, lateField] = /^lateFeeTerms\.(\w+)$/.exec(path) ?? []
  if (lateField !== undefined) return `lateFee.${lateFeeField(lateField, values.lateFee)}`
  return path === 'logoId' ? 'logo' : path
}
