import type { invoices } from '../../platform/db/tables/invoices.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { calculateTotals, totalsProblems } from './document/totals-rules.ts'
import type { Charge, Totals } from './document/totals-rules.ts'

/** Refuses, beside the field, a charge that comes to no proper total. */
export function totalsFor(charge: Charge): Totals {
  const result = calculateTotals(charge)
  if (result.ok) return result.totals
  const { field, message } = totalsProblems[result.reason]
  throw new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
}

/** What a person wrote, as it is stored; the sums are our own. */
export function contentOf(input: InvoiceInput, totals: Totals, clientId: string | null) {
  const { company, client, charge } = input
  const { lines, discount, taxes, fees } =
    charge.kind === 'lines' ? charge : { lines: null, discount: null, taxes: [], fees: [] }
  return {
    companyName: company.name,
    companyEmail: company.email,
    companyPhone: company.phone,
    companyAddress: company.address,
    contactName: company.contactName,
    logoId: input.logoId,
    clientId,
    clientName: client.name,
    clientEmail: client.email,
    clientContactName: client.contactName,
    clientPhone: client.phone,
    clientAddress: client.address,
    issueDate: input.issueDate,
    dueDate: input.dueDate,
    paymentTerms: input.paymentTerms,
    purchaseOrder: input.purchaseOrder,
    description: input.description,
    notes: input.notes,
    lines,
    discount,
    taxes,
    fees,
    subtotalCents: totals.subtotalCents,
    discountCents: totals.discountCents,
    taxCents: totals.taxCents,
    feesCents: totals.feesCents,
    totalCents: totals.totalCents,
    sendOption: input.sendOption,
    sendReminder: input.sendReminder,
  } satisfies Partial<typeof invoices.$inferSelect>
}
