import type { invoices } from '../../platform/db/tables/invoices.ts'
import { fieldError } from '../../shared/errors.ts'
import type { MoneyFormat } from '../../shared/money.ts'
import { pick } from '../../shared/pick.ts'
import type { InvoiceDocument } from './contract.ts'
import { amountsTooLarge } from './document/charge-rules.ts'
import { type InvoiceInput, textKeys } from './document/input-rules.ts'
import { taxNoteFor } from './document/tax-note-rules.ts'
import { type Charge, type Totals, calculateTotals, totalsProblem } from './document/totals-rules.ts'
import { type LateFee, lateFeesMinor } from './late-fees/late-fee-rules.ts'
import { type StoredPart, askedParts, partsProblem, planParts } from './parts/part-rules.ts'

type Row = typeof invoices.$inferSelect

const sameColumns = [
  'logoId',
  'issueDate',
  'dueDate',
  'paymentTerms',
  ...textKeys,
  'currency',
  'sendOption',
  'sendReminder',
  'lateFeeTerms',
  'ownFields',
] as const satisfies (keyof InvoiceInput & keyof Row)[]

/**
 * Converts the input of an invoice to its columns. The totals are calculated by the server, never taken from the input.
 * `lateFees` are those that the invoice has.
 */
export function toColumns(
  input: InvoiceInput,
  totals: Totals,
  clientId: string | null,
  lateFees: readonly LateFee[] = [],
) {
  const { company, client, charge } = input
  const noLines = { lines: null, taxIncluded: false, discount: null, taxes: [], fees: [] }
  const { lines, taxIncluded, discount, taxes, fees } = charge.kind === 'lines' ? charge : noLines
  return {
    ...pick(input, sameColumns),
    parts: partsOf(input, totals, lateFees),
    taxNote: taxNoteOf(input),
    companyName: company.name,
    companyEmail: company.email,
    companyPhone: company.phone,
    companyAddress: company.address,
    contactName: company.contactName,
    companyCountry: company.country,
    companyTaxId: company.taxId,
    clientId,
    clientName: client.name,
    clientEmail: client.email,
    clientContactName: client.contactName,
    clientPhone: client.phone,
    clientAddress: client.address,
    clientCountry: client.country,
    clientTaxId: client.taxId,
    taxTreatment: client.taxTreatment,
    taxIncluded,
    lines,
    discount,
    taxes,
    fees,
    ...pick(totals, ['subtotalMinor', 'discountMinor', 'taxMinor', 'feesMinor', 'totalMinor']),
  } satisfies Partial<Row>
}

/** Refuses parts that do not fit the total. A program may have left the currency out, without which they are not checked before. */
function partsOf(
  { parts, dueDate }: InvoiceInput,
  { totalMinor }: Totals,
  lateFees: readonly LateFee[],
): StoredPart[] | null {
  const problem = partsProblem(parts, totalMinor - lateFeesMinor(lateFees))
  if (problem) throw fieldError(`parts.${problem.index}.amount.value`, problem.message)
  return planParts(parts, { totalMinor, dueDate, lateFees })
}

/** The law asks for the words: with reverse charge, an empty sentence about tax is filled in. */
export function taxNoteOf({
  taxNote,
  company,
  client,
}: Pick<InvoiceInput, 'taxNote' | 'company' | 'client'>): string {
  return client.taxTreatment === 'reverse_charge'
    ? taxNote || taxNoteFor(company.country, 'reverse_charge')
    : taxNote
}

export function fromColumns(row: Row): InvoiceInput {
  const { lines, taxIncluded, discount, taxes, fees } = row
  return {
    ...pick(row, sameColumns),
    dueDate: lastDueDateOf(row),
    parts: askedParts(row.parts ?? []),
    company: {
      name: row.companyName,
      email: row.companyEmail,
      phone: row.companyPhone,
      address: row.companyAddress,
      contactName: row.contactName,
      country: row.companyCountry,
      taxId: row.companyTaxId,
    },
    client: { id: row.clientId, ...clientOf(row) },
    charge: lines
      ? { kind: 'lines', taxIncluded, lines, discount, taxes, fees }
      : { kind: 'amount', amountMinor: row.subtotalMinor },
  }
}

/** With parts, the column has the date of the next one. */
export function lastDueDateOf({ parts, dueDate }: Pick<Row, 'parts' | 'dueDate'>): string {
  return parts?.at(-1)?.dueDate ?? dueDate
}

export function clientOf(row: Row): InvoiceDocument['client'] {
  return {
    name: row.clientName,
    email: row.clientEmail,
    phone: row.clientPhone,
    address: row.clientAddress,
    contactName: row.clientContactName,
    country: row.clientCountry,
    taxId: row.clientTaxId,
    taxTreatment: row.taxTreatment,
  }
}

/** Calculates the totals of a charge. Throws an error for the field that makes them invalid. */
export function totalsFor(charge: Charge, format: MoneyFormat, lateFees: readonly LateFee[] = []): Totals {
  const [tooLarge] = amountsTooLarge(charge, format)
  if (tooLarge) throw fieldError(['charge', ...tooLarge.path].join('.'), tooLarge.message)
  const result = calculateTotals(charge, format.currency, lateFees)
  if (result.ok) return result.totals
  const { field, message } = totalsProblem(result.reason, format)
  throw fieldError(field, message)
}
