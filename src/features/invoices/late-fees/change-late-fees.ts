import { and, eq } from 'drizzle-orm'
import { invoiceEvents, invoices } from '../../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { fromColumns, totalsFor } from '../columns.ts'
import { planParts } from '../parts/part-rules.ts'
import { type InvoiceKey, getInvoiceRow } from '../queries.ts'
import { settleInvoice } from '../settle-invoice.ts'
import { type LateFee, lateFeeReason } from './late-fee-rules.ts'

type EventKind = 'late-fee' | 'late-fee-skipped' | 'late-fee-removed'

/** The amount of the invoice follows its late fees: the total, the parts, and whatever asks for them. */
export async function followLateFees(
  tx: Transaction,
  deps: Deps<'closeCheckouts' | 'matchTransactions'>,
  { businessId, invoiceId }: InvoiceKey,
  now: Date,
): Promise<void> {
  const key = { businessId, invoiceId }
  const row = await getInvoiceRow(tx, invoiceId)
  const { charge, parts, dueDate } = fromColumns(row)
  const { lateFees } = row
  const { feesMinor, totalMinor } = totalsFor(charge, row, lateFees)
  await tx.db
    .update(invoices)
    .set({
      feesMinor,
      totalMinor,
      parts: planParts(parts, { totalMinor, dueDate, lateFees }),
      updatedAt: now,
    })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
  // Without the fee, what was received may pay the invoice in full; with it, less of what went back was paid too much.
  const { becamePaid } = await settleInvoice(tx, key, now)
  if (becamePaid) await tx.db.insert(invoiceEvents).values({ ...key, kind: 'paid' })
  await deps.closeCheckouts(tx, key)
  await deps.matchTransactions(tx, businessId)
}

export async function addLateFeeEvent(
  { db }: Transaction,
  key: InvoiceKey,
  kind: EventKind,
  fee: LateFee,
): Promise<void> {
  const amountMinor = kind === 'late-fee-skipped' ? null : fee.amountMinor
  await db.insert(invoiceEvents).values({ ...key, kind, amountMinor, note: lateFeeReason(fee) })
}
