import { inArray } from 'drizzle-orm'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { InvoiceDocument } from '../../invoices/contract.ts'
import { paysWholeParts } from '../../invoices/parts/part-rules.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'
import type { CheckoutPage } from './checkout-queries.ts'

export interface WholeOrDue {
  /** Pays all parts of an invoice at once instead of those that are due. */
  whole?: boolean | undefined
}

/** The amount of a payment that begins now. Without parts, everything is due. */
export function amountToPay(
  { parts, amountDueMinor }: Pick<InvoiceDocument, 'parts' | 'amountDueMinor'>,
  { openMinor }: Pick<InvoiceRow, 'openMinor'>,
  { whole = false }: WholeOrDue,
): number {
  return whole && parts.length > 0 ? openMinor : amountDueMinor
}

export type PayableFacts = Pick<
  InvoiceRow,
  | 'status'
  | 'currency'
  | 'openMinor'
  | 'isDisputed'
  | 'parts'
  | 'totalMinor'
  | 'creditNotesMinor'
  | 'creditedMinor'
  | 'receivedMinor'
  | 'waivedMinor'
>

/** Lists what decides whether the invoices of a page are still due. Deleted ones are left out. */
export function listPayableFacts(
  { db }: Transaction,
  { checkouts }: Pick<CheckoutPage, 'checkouts'>,
): Promise<(PayableFacts & { id: string })[]> {
  return db
    .select({
      id: invoices.id,
      status: invoices.status,
      currency: invoices.currency,
      openMinor: invoices.openMinor,
      isDisputed: invoices.isDisputed,
      parts: invoices.parts,
      totalMinor: invoices.totalMinor,
      creditNotesMinor: invoices.creditNotesMinor,
      creditedMinor: invoices.creditedMinor,
      receivedMinor: invoices.receivedMinor,
      waivedMinor: invoices.waivedMinor,
    })
    .from(invoices)
    .where(
      inArray(
        invoices.id,
        checkouts.map(({ invoiceId }) => invoiceId),
      ),
    )
}

/** Whether an amount, with the discount it earns, still pays what is open, or parts of it in full. */
export function paysWhatIsOpen(invoice: PayableFacts, amountMinor: number): boolean {
  if (invoice.openMinor === amountMinor) return true
  return invoice.parts !== null && paysWholeParts(invoice.parts, invoice, amountMinor)
}
