import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { pick } from '../../../shared/pick.ts'
import { balanceOf, countsAsRefunded, countsAsDisputed } from '../../invoices/document/ledger-rules.ts'
import { getInvoiceRow } from '../../invoices/queries.ts'
import { readLedger } from '../../invoices/settle-invoice.ts'
import type { Ledger, LedgerPayment } from '../contract.ts'
import { isProviderMethod } from '../rules.ts'

type StoredLedger = Awaited<ReturnType<typeof readLedger>>

/** Lists the payments of an invoice with their refunds and disputes, newest first. */
export async function listPayments(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  invoiceId: string,
): Promise<Ledger> {
  const { totalCents, ledger } = await withTenant(database, businessId, async (tx) => ({
    totalCents: (await getInvoiceRow(tx, invoiceId)).totalCents,
    ledger: await readLedger(tx, { businessId, invoiceId }),
  }))
  const { payments, refunds, disputes } = ledger
  const balance = balanceOf(totalCents, payments, refunds, disputes)
  const creditedWithout = ({ id }: StoredLedger['payments'][number]) => {
    const others = payments.filter((payment) => payment.id !== id)
    return balanceOf(totalCents, others, refunds, disputes).creditedCents
  }
  return {
    totalCents,
    ...pick(balance, ['receivedCents', 'creditedCents', 'waivedCents', 'openCents', 'overpaidCents']),
    payments: payments
      .toSorted((a, b) => newestFirst(a, b) || b.createdAt.getTime() - a.createdAt.getTime())
      .map((payment) => ({
        ...toPayment(payment, ledger),
        // The discount that would be lost without this payment.
        creditedCents: balance.creditedCents - creditedWithout(payment),
      })),
  }
}

const newestFirst = (a: { receivedAt: Date }, b: { receivedAt: Date }) =>
  b.receivedAt.getTime() - a.receivedAt.getTime()

const sumOf = (list: readonly { amountCents: number }[]) =>
  list.reduce((sum, { amountCents }) => sum + amountCents, 0)

function toPayment(
  payment: StoredLedger['payments'][number],
  { refunds, disputes }: StoredLedger,
): Omit<LedgerPayment, 'creditedCents'> {
  const { id, method, isTest, amountCents, receivedOn, receivedAt, note, undoneAt } = payment
  const ownRefunds = refunds
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  // A requested refund may still be made, so its amount cannot be refunded again.
  const reservedCents = sumOf(ownRefunds.filter(({ state }) => state !== 'failed'))
  const disputed = disputes.filter(({ paymentId }) => paymentId === id)
  const isDisputed = disputed.some(({ state }) => state === 'open')
  const leftCents = amountCents - reservedCents - sumOf(disputed.filter(countsAsDisputed))
  return {
    id,
    method,
    isTest,
    amountCents,
    refundedCents: sumOf(ownRefunds.filter(countsAsRefunded)),
    receivedOn,
    receivedAt: receivedAt.toISOString(),
    note,
    undoneAt: undoneAt?.toISOString() ?? null,
    canUndo: !isProviderMethod(method) && undoneAt === null,
    refundableCents:
      isProviderMethod(method) && undoneAt === null && !isDisputed ? Math.max(0, leftCents) : 0,
    refunds: ownRefunds.map((refund) => ({
      ...pick(refund, ['id', 'amountCents', 'state', 'stillOwed']),
      createdAt: refund.createdAt.toISOString(),
    })),
    disputes: disputed
      .toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime())
      .map((dispute) => ({
        ...pick(dispute, ['id', 'amountCents', 'reason', 'state', 'stillOwed', 'needsResponse']),
        evidenceDueAt: dispute.evidenceDueAt?.toISOString() ?? null,
        ...pick(dispute, ['url', 'openedOn']),
      })),
  }
}
