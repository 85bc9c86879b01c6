import type { invoices } from '../../platform/db/tables/invoices.ts'
import { fieldError } from '../../shared/errors.ts'
import { pick } from '../../shared/pick.ts'
import type { InvoiceDocument } from './contract.ts'
import { type InvoiceInput, textKeys } from './document/input-rules.ts'
import { type Charge, type Totals, calculateTotals, totalsProblems } from './document/totals-rules.ts'

type Row = typeof invoices.$inferSelect

const sameColumns = [
  'logoId',
  'issueDate',
  'dueDate',
  'paymentTerms',
  ...textKeys,
  'sendOption',
  'sendReminder',
] as const satisfies (keyof InvoiceInput & keyof Row)[]

/** Converts the input of an invoice to its columns. The totals are calculated by the server, never taken from the input. */
export function toColumns(input: InvoiceInput, totals: Totals, clientId: string | null) {
  const { company, client, charge } = input
  const { lines, discount, taxes, fees } =
    charge.kind === 'lines' ? charge : { lines: null, discount: null, taxes: [], fees: [] }
  return {
    ...pick(input, sameColumns),
    companyName: company.name,
    companyEmail: company.email,
    companyPhone: company.phone,
    companyAddress: company.address,
    contactName: company.contactName,
    clientId,
    clientName: client.name,
    clientEmail: client.email,
    clientContactName: client.contactName,
    clientPhone: client.phone,
    clientAddress: client.address,
    lines,
    discount,
    taxes,
    fees,
    ...pick(totals, ['subtotalMinor', 'discountMinor', 'taxMinor', 'feesMinor', 'totalMinor']),
  } satisfies Partial<Row>
}

export function fromColumns(row: Row): InvoiceInput {
  const { lines, discount, taxes, fees } = row
  return {
    ...pick(row, sameColumns),
    company: {
      name: row.companyName,
      email: row.companyEmail,
      phone: row.companyPhone,
      address: row.companyAddress,
      contactName: row.contactName,
    },
    client: { id: row.clientId, ...clientOf(row) },
    charge: lines
      ? { kind: 'lines', lines, discount, taxes, fees }
      : { kind: 'amount', amountMinor: row.totalMinor },
  }
}

export function clientOf(row: Row): InvoiceDocument['client'] {
  return {
    name: row.clientName,
    email: row.clientEmail,
    phone: row.clientPhone,
    address: row.clientAddress,
    contactName: row.clientContactName,
  }
}

/** Calculates the totals of a charge. Throws an error for the field that makes them invalid. */
export function totalsFor(charge: Charge): Totals {
  const result = calculateTotals(charge)
  if (result.ok) return result.totals
  const { field, message } = totalsProblems[result.reason]
  throw fieldError(field, message)
}
