import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { creditNotes } from '../../platform/db/tables/credit-notes.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { disputes, payments, refunds } from '../../platform/db/tables/payments.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { balanceOf, statusOf } from './document/ledger-rules.ts'
import { nextDueDate } from './parts/part-rules.ts'
import { type InvoiceKey, invoiceNotFound } from './queries.ts'
import type { StoredStatus } from './rules.ts'

interface SettleResult {
  before: StoredStatus
  after: StoredStatus
  becamePaid: boolean
  overpaidMinor: number
}

export async function readLedger({ db }: Transaction, { businessId, invoiceId }: InvoiceKey) {
  const ofInvoice = and(eq(payments.businessId, businessId), eq(payments.invoiceId, invoiceId))
  // In the order of an invoice's movements.
  const paymentRows = await db
    .select()
    .from(payments)
    .where(ofInvoice)
    .orderBy(payments.receivedAt, payments.createdAt)
  const refundRows = await db
    .select(getTableColumns(refunds))
    .from(refunds)
    .innerJoin(payments, and(eq(payments.businessId, refunds.businessId), eq(payments.id, refunds.paymentId)))
    .where(ofInvoice)
  const disputeRows = await db
    .select(getTableColumns(disputes))
    .from(disputes)
    .innerJoin(
      payments,
      and(eq(payments.businessId, disputes.businessId), eq(payments.id, disputes.paymentId)),
    )
    .where(ofInvoice)
  const creditNoteRows = await db
    .select({ amountMinor: creditNotes.totalMinor, createdAt: creditNotes.createdAt })
    .from(creditNotes)
    .where(and(eq(creditNotes.businessId, businessId), eq(creditNotes.invoiceId, invoiceId)))
  return {
    payments: paymentRows,
    refunds: refundRows,
    disputes: disputeRows,
    creditNotes: creditNoteRows,
  }
}

/**
 * Updates status and amounts from the ledger. Call it after every change of either, with the row lock of the
 * invoice held. The caller records the event.
 */
export async function settleInvoice(
  tx: Transaction,
  { businessId, invoiceId }: InvoiceKey,
  now: Date,
): Promise<SettleResult> {
  const thisInvoice = and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId))
  const [invoice] = await tx.db
    .select({
      status: invoices.status,
      totalMinor: invoices.totalMinor,
      wasDisputed: invoices.isDisputed,
      dueDate: invoices.dueDate,
      parts: invoices.parts,
    })
    .from(invoices)
    .where(thisInvoice)
  if (!invoice) throw invoiceNotFound()
  const ledger = await readLedger(tx, { businessId, invoiceId })
  const { totalMinor } = invoice
  const creditNotesMinor = ledger.creditNotes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const balance = balanceOf(totalMinor - creditNotesMinor, ledger.payments, ledger.refunds, ledger.disputes)
  const before = invoice.status
  const after = statusOf({ totalMinor, creditNotesMinor }, balance)
  const isOwedAgain =
    (before !== 'pending' && after === 'pending') || (invoice.wasDisputed && !balance.isDisputed)
  const { dueDate, parts } = invoice
  // The database sets the date of the next part. Reminders for it that should have been sent before are not sent later.
  const isNextPart =
    parts !== null && nextDueDate(parts, { ...balance, totalMinor, creditNotesMinor }) !== dueDate
  await tx.db
    .update(invoices)
    .set({
      status: after,
      paidAt: after === 'paid' ? balance.paidAt : null,
      creditNotesMinor,
      receivedMinor: balance.receivedMinor,
      creditedMinor: balance.creditedMinor,
      waivedMinor: balance.waivedMinor,
      isDisputed: balance.isDisputed,
      // Reminders that were due while the invoice was paid or disputed are not sent later.
      ...((isOwedAgain || isNextPart) && { remindersSince: now }),
      // Nor are late fees added for that time.
      ...(isOwedAgain && { lateFeesSince: now }),
      updatedAt: sql`now()`,
    })
    .where(thisInvoice)
  return {
    before,
    after,
    becamePaid: before === 'pending' && after === 'paid',
    overpaidMinor: balance.overpaidMinor,
  }
}
