import { usualStyle } from '../../business/contract.ts'
import type { DocumentStyle } from '../../business/contract.ts'
import type { InvoiceDocument } from '../contract.ts'
import { earlyPaymentOn, openCentsOf, statusOn } from '../rules.ts'
import type { StoredStatus } from '../rules.ts'

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
  const { movements, receivedCents, creditedCents, waivedCents, isDisputed } = invoice
  return { movements, receivedCents, creditedCents, waivedCents, isDisputed }
}

/** Completes what is written on an invoice with what follows from the calendar: its status and what settles it today. */
export function documentOn(
  today: string,
  written: Omit<InvoiceDocument, 'status' | 'earlyPayment' | 'amountDueCents' | 'style'> & {
    status: StoredStatus
    style?: DocumentStyle | undefined
  },
): InvoiceDocument {
  const { totalCents } = written.totals
  const early = written.status === 'paid' ? null : earlyPaymentOn(today, { ...written, totalCents })
  return {
    ...written,
    style: written.style ?? usualStyle,
    status: statusOn(today, written),
    earlyPayment: early,
    amountDueCents: early?.amountCents ?? openCentsOf({ ...written, totalCents }),
  }
}
