import { pick } from '../../../shared/pick.ts'
import { type DocumentStyle, defaultStyle } from '../../business/contract.ts'
import type { InvoiceDocument } from '../contract.ts'
import { type StoredStatus, earlyPaymentOn, openCentsOf, statusOn } from '../rules.ts'
import { type InvoiceInput, textKeys } from './input-rules.ts'

/** An invoice that nobody has paid anything for. */
export const unpaid = {
  movements: [],
  receivedCents: 0,
  creditedCents: 0,
  waivedCents: 0,
  isDisputed: false,
} satisfies PaidFacts

/** What was paid for an invoice and went back. */
export type PaidFacts = Pick<
  InvoiceDocument,
  'movements' | 'receivedCents' | 'creditedCents' | 'waivedCents' | 'isDisputed'
>

/** Of an invoice, that and nothing else. */
export function paidFactsOf(invoice: PaidFacts): PaidFacts {
  return pick(invoice, ['movements', 'receivedCents', 'creditedCents', 'waivedCents', 'isDisputed'])
}

/** What stands on an invoice before the calendar has its say. */
type Written = Omit<InvoiceDocument, 'status' | 'earlyPayment' | 'amountDueCents' | 'style'> & {
  status: StoredStatus
  style?: DocumentStyle | undefined
}

const writtenKeys = [
  'number',
  'status',
  'company',
  'logo',
  'issueDate',
  'dueDate',
  'paymentTerms',
  ...textKeys,
  'charge',
  'totals',
  'movements',
  'receivedCents',
  'creditedCents',
  'waivedCents',
  'isDisputed',
  'paidOn',
  'style',
] as const satisfies (keyof Written)[]

/** Of what is known about an invoice, that which stands on it. */
export function documentOf(invoice: Omit<Written, 'client'> & { client: InvoiceInput['client'] }): Written {
  const { id: _id, ...client } = invoice.client
  return { ...pick(invoice, writtenKeys), client }
}

/** Completes what is written on an invoice with what follows from the calendar: its status and what settles it today. */
export function documentOn(today: string, written: Written): InvoiceDocument {
  const { totalCents } = written.totals
  const early = written.status === 'paid' ? null : earlyPaymentOn(today, { ...written, totalCents })
  return {
    ...written,
    style: written.style ?? defaultStyle,
    status: statusOn(today, written),
    earlyPayment: early,
    amountDueCents: early?.amountCents ?? openCentsOf({ ...written, totalCents }),
  }
}
