import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { disputes, payments, refunds } from '../../platform/db/tables/payments.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { balanceOf } from './document/ledger-rules.ts'
import { invoiceNotFound } from './queries.ts'
import type { StoredStatus } from './rules.ts'

interface Settled {
  before: StoredStatus
  after: StoredStatus
  becamePaid: boolean
  overpaidCents: number
}

/** What was paid for an invoice, given back and disputed, as it is stored. */
export async function readLedger(
  { db }: Transaction,
  { businessId, invoiceId }: { businessId: string; invoiceId: string },
) {
  const ofInvoice = and(eq(payments.businessId, businessId), eq(payments.invoiceId, invoiceId))
  const paid = await db.select().from(payments).where(ofInvoice)
  const givenBack = await db
    .select({
      id: refunds.id,
      paymentId: refunds.paymentId,
      amountCents: refunds.amountCents,
      state: refunds.state,
      stillOwed: refunds.stillOwed,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.businessId, refunds.businessId), eq(payments.id, refunds.paymentId)))
    .where(ofInvoice)
  const disputed = await db
    .select(getTableColumns(disputes))
    .from(disputes)
    .innerJoin(
      payments,
      and(eq(payments.businessId, disputes.businessId), eq(payments.id, disputes.paymentId)),
    )
    .where(ofInvoice)
  return { payments: paid, refunds: givenBack, disputes: disputed }
}

/**
 * Writes on the invoice what its ledger says, after every change of either. The caller holds the invoice's row lock;
 * what happened is the caller's to note.
 */
export async function settleInvoice(
  tx: Transaction,
  { businessId, invoiceId }: { businessId: string; invoiceId: string },
  now: Date,
): Promise<Settled> {
  const isIt = and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId))
  const [invoice] = await tx.db
    .select({
      status: invoices.status,
      totalCents: invoices.totalCents,
      wasDisputed: invoices.isDisputed,
    })
    .from(invoices)
    .where(isIt)
  if (!invoice) throw invoiceNotFound()
  const ledger = await readLedger(tx, { businessId, invoiceId })
  const balance = balanceOf(invoice.totalCents, ledger.payments, ledger.refunds, ledger.disputes)
  const before = invoice.status
  const after = balance.isPaid ? 'paid' : 'pending'
  const isOwedAgain =
    (before === 'paid' && after === 'pending') || (invoice.wasDisputed && !balance.isDisputed)
  await tx.db
    .update(invoices)
    .set({
      status: after,
      paidAt: balance.paidAt,
      receivedCents: balance.receivedCents,
      creditedCents: balance.creditedCents,
      waivedCents: balance.waivedCents,
      isDisputed: balance.isDisputed,
      // What would have been sent while it was paid or disputed is not caught up.
      ...(isOwedAgain && { remindersSince: now }),
      updatedAt: sql`now()`,
    })
    .where(isIt)
  return {
    before,
    after,
    becamePaid: before === 'pending' && after === 'paid',
    overpaidCents: balance.overpaidCents,
  }
}
