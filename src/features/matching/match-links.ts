import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../shared/errors.ts'
import { assertApproved } from '../invoices/approval/assert-approved.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { getInvoiceRow } from '../invoices/queries.ts'
import { earlyPaymentOn } from '../invoices/rules.ts'
import { assertNotCancelled } from '../payments/checkout/payment-conditions.ts'
import { undoPaymentIn } from '../payments/ledger/correct-ledger.ts'
import { receivePayment } from '../payments/ledger/receive-payment.ts'
import { momentOn } from '../payments/ledger/record-payment.ts'
import { linkPayout, unlinkPayout } from '../payouts/fee-expense.ts'
import { assertOpen } from '../periods/assert-open-period.ts'
import { changeReceipt, fileUnder } from '../receipts/filing/attach-receipt.ts'
import { assertPlanHasReceipts, lockReceipt } from '../receipts/queries.ts'
import { derivedId } from './derived-id.ts'
import { type BankRow, type MatchRow, changedElsewhere } from './queries.ts'

interface Linking {
  match: MatchRow
  transaction: BankRow
  /** Null if a rule accepted it. */
  userId: string | null
  /** The last closed day. */
  closedThrough: string | null
}

type Step<Needed> = (tx: Transaction, deps: Needed, linking: Linking) => Promise<void>

export type UnlinkDeps = Deps<'now' | 'closeCheckouts'>

interface Link {
  /** Does what an accepted match says. The transaction, the targets and the match are locked. */
  link: Step<InvoiceDeps>
  /** Takes it back. */
  unlink: Step<UnlinkDeps>
}

const targetOf = ({ targets }: MatchRow) => {
  const [target] = targets
  if (!target) throw new Error('the match has no target')
  return target
}

const runFor =
  (text: string): Step<unknown> =>
  async ({ client }, _, { match }) => {
    await client.query(text, [match.businessId, targetOf(match).id, match.transactionId])
  }

/** Sets or clears one column of the target. The values are the business, the target and the transaction. */
const linkBySql = ({ set, clear }: { set: string; clear: string }): Link => ({
  link: runFor(set),
  unlink: runFor(clear),
})

/** Money in the ledger is money in the bank: what arrived is recorded, also if it is less than what is open. */
const payInvoices: Step<InvoiceDeps> = async (tx, deps, { match, transaction, userId, closedThrough }) => {
  const { businessId, id, decidedAt, transactionId } = match
  const { date, currency, timeZone } = transaction
  // If a rule accepts it, it stays a suggestion.
  assertOpen(closedThrough, [date])
  for (const { id: invoiceId, amountMinor } of match.targets) {
    const invoice = await getInvoiceRow(tx, invoiceId)
    if (invoice.status === 'paid')
      throw new AppError('INVOICE_PAID', `Invoice ${invoice.number} is already paid.`)
    assertNotCancelled(invoice)
    assertApproved(invoice)
    const { isNew } = await receivePayment(tx, deps, {
      businessId,
      invoiceId,
      invoiceNumber: invoice.number,
      method: 'transfer',
      currency,
      amountMinor,
      creditedMinor: earlyPaymentOn(date, invoice)?.discountMinor ?? 0,
      receivedAt: momentOn(timeZone, date),
      receivedOn: date,
      createdBy: userId ?? undefined,
      // Another one after the match was undone, which sets the time.
      requestId: derivedId(id, invoiceId, decidedAt?.toISOString() ?? ''),
      transactionId,
      sendReceipt: false,
      notifyOwner: false,
    })
    if (!isNew) throw changedElsewhere('This payment has been recorded already.')
  }
}

const undoPayments: Step<UnlinkDeps> = async (tx, deps, { match, userId }) => {
  const { businessId, transactionId } = match
  const { rows } = await tx.client.query<{ id: string; invoiceId: string | null }>(
    `select id, invoice_id as "invoiceId" from payments
     where business_id = $1 and transaction_id = $2 and undone_at is null order by invoice_id, id`,
    [businessId, transactionId],
  )
  for (const { id: paymentId, invoiceId } of rows) {
    if (invoiceId !== null) await undoPaymentIn(tx, deps, { businessId, invoiceId, paymentId, userId })
  }
}

const fileReceipt: Link = {
  async link(tx, { now }, { match }) {
    await assertPlanHasReceipts(tx)
    const row = await lockReceipt(tx, match.businessId, targetOf(match).id)
    await fileUnder(tx, row, { kind: 'transaction', id: match.transactionId }, { updatedAt: now() })
  },
  async unlink(tx, { now }, { match }) {
    const { businessId, transactionId } = match
    const row = await lockReceipt(tx, businessId, targetOf(match).id)
    if (row.transactionId !== transactionId) return
    await changeReceipt(tx, row, {
      transactionId: null,
      filedBy: row.expenseId === null ? null : row.filedBy,
      // Otherwise it would be filed there again.
      declined: [...new Set([...row.declined, transactionId])],
      updatedAt: now(),
    })
  },
}

const payoutLinkOf = (match: MatchRow) => ({
  businessId: match.businessId,
  payoutId: targetOf(match).id,
  transactionId: match.transactionId,
})

export const matchLinks: Record<MatchRow['kind'], Link> = {
  invoices: { link: payInvoices, unlink: undoPayments },
  payment: linkBySql({
    set: 'update payments set transaction_id = $3 where business_id = $1 and id = $2',
    clear: `update payments set transaction_id = null where business_id = $1 and id = $2 and transaction_id = $3`,
  }),
  expense: linkBySql({
    set: 'update expenses set transaction_id = $3 where business_id = $1 and id = $2',
    clear: `update expenses set transaction_id = null where business_id = $1 and id = $2 and transaction_id = $3`,
  }),
  receipt: fileReceipt,
  transfer: linkBySql({
    set: `update transactions set transfer_id = case id when $2::uuid then $3::uuid else $2::uuid end
      where business_id = $1 and id in ($2::uuid, $3::uuid)`,
    clear: `update transactions set transfer_id = null
      where business_id = $1 and id in ($2::uuid, $3::uuid) and transfer_id in ($2::uuid, $3::uuid)`,
  }),
  payout: {
    async link(tx, deps, { match, userId }) {
      const requestId = derivedId('fees of', targetOf(match).id)
      await linkPayout(tx, deps, payoutLinkOf(match), { userId, requestId })
    },
    unlink: (tx, _, { match }) => unlinkPayout(tx, payoutLinkOf(match)),
  },
}
