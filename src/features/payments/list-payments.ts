import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { balanceOf, isGivenBack } from '../invoices/ledger-rules.ts'
import { getInvoiceRow } from '../invoices/queries.ts'
import { readLedger } from '../invoices/settle-invoice.ts'
import type { Ledger, LedgerPayment } from './contract.ts'

type Stored = Awaited<ReturnType<typeof readLedger>>

/** What was paid for an invoice and given back, newest first. */
export async function listPayments(
  { database }: InvoiceDeps,
  { businessId }: Identity,
  invoiceId: string,
): Promise<Ledger> {
  const { totalCents, ledger } = await withTenant(database, businessId, async (tx) => ({
    totalCents: (await getInvoiceRow(tx, invoiceId)).totalCents,
    ledger: await readLedger(tx, { businessId, invoiceId }),
  }))
  const { receivedCents, creditedCents, openCents, overpaidCents } = balanceOf(
    totalCents,
    ledger.payments,
    ledger.refunds,
  )
  return {
    totalCents,
    receivedCents,
    creditedCents,
    openCents,
    overpaidCents,
    payments: ledger.payments
      .toSorted((a, b) => newestFirst(a, b) || b.createdAt.getTime() - a.createdAt.getTime())
      .map((payment) => toPayment(payment, ledger.refunds)),
  }
}

const newestFirst = (a: { receivedAt: Date }, b: { receivedAt: Date }) =>
  b.receivedAt.getTime() - a.receivedAt.getTime()

const sumOf = (refunds: Stored['refunds']) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

function toPayment(payment: Stored['payments'][number], refunds: Stored['refunds']): LedgerPayment {
  const { id, method, amountCents, creditedCents, receivedOn, receivedAt, note, undoneAt } = payment
  const own = refunds
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  // What is only requested may still go out: it is not there to be given back a second time.
  const reservedCents = sumOf(own.filter(({ state }) => state !== 'failed'))
  return {
    id,
    method,
    amountCents,
    creditedCents,
    refundedCents: sumOf(own.filter(isGivenBack)),
    receivedOn,
    receivedAt: receivedAt.toISOString(),
    note,
    undoneAt: undoneAt?.toISOString() ?? null,
    canUndo: method !== 'card' && undoneAt === null,
    refundableCents: method === 'card' ? Math.max(0, amountCents - reservedCents) : 0,
    refunds: own.map((refund) => ({
      id: refund.id,
      amountCents: refund.amountCents,
      state: refund.state,
      createdAt: refund.createdAt.toISOString(),
    })),
  }
}
