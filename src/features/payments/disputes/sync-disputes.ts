import { eq } from 'drizzle-orm'
import { type DisputeFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { disputes } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { type ProviderEvent, recordEvent } from '../../billing/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { type SyncOptions, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import { divideDispute, readReturned } from '../ledger/divide-returned.ts'
import { type PaymentRow, lockPaymentsOf } from '../ledger/lock-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { queueDisputeMail } from './queue-dispute-mail.ts'

type Dispute = typeof disputes.$inferSelect
type PaymentKey = Pick<PaymentLink, 'businessId' | 'paymentId'>

/** Reads the disputes of a payment and records them with the event that reported them. */
export async function syncDisputes(
  deps: PaymentDeps,
  payment: PaymentLink,
  { event, account }: SyncOptions = {},
): Promise<void> {
  const opened = account ?? (await openAccount(deps, payment, 'To check for disputes of a payment'))
  if (!opened.disputes) return
  try {
    const facts = await opened.disputes.list(payment.providerPaymentId)
    await applyDisputes(deps, payment, facts, event)
  } catch (error) {
    // A key may have been restricted before disputes were read. Retrying would not help.
    if (!(error instanceof CardProviderError && error.isForbidden)) throw error
    deps.log.warn({ err: error, paymentId: payment.paymentId }, 'the key may not read disputes')
  }
}

/**
 * Records disputes. Known facts have no effect, and responses may arrive out of order. `paymentId` is one of the payments
 * that are one payment at the provider: a dispute takes from all of them, in their order.
 */
export async function applyDisputes(
  deps: PaymentDeps,
  { businessId, paymentId }: PaymentKey,
  facts: readonly DisputeFacts[],
  event?: ProviderEvent,
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    if (event && !(await recordEvent(tx, businessId, event))) return
    const together = await lockPaymentsOf(tx, paymentId)
    const [payment] = together
    // Disputes of a removed test payment do not count.
    if (!payment) return
    const changes: Change[][] = []
    for (const reported of facts) {
      // The bank can charge in another currency, in which the amount says nothing about the payment.
      const isComparable = reported.currency === payment.currency
      const fact = isComparable ? reported : { ...reported, amountMinor: null }
      if (fact.state === null) {
        deps.log.warn(
          { disputeId: fact.providerDisputeId, status: fact.status },
          'a dispute of unknown status',
        )
      }
      changes.push(await writeDispute(tx, deps, together, fact))
    }
    for (const { id, invoiceId, isTest } of together) {
      const own = changes.flat().filter(({ dispute }) => dispute.paymentId === id)
      if (invoiceId !== null && own.length > 0) {
        await settle(tx, deps, { businessId, invoiceId, isTest }, own)
      }
    }
    for (const ofOne of changes) {
      const isNewState = ofOne.some((change) => change.isNewState)
      if (isNewState)
        await queueDisputeMail(
          tx,
          deps,
          ofOne.map(({ dispute }) => dispute),
          together,
        )
    }
  })
}

interface Change {
  dispute: Dispute
  /** The state changed, not only the amount. */
  isNewState: boolean
}

/** Writes what a dispute takes from each payment. */
async function writeDispute(
  tx: Transaction,
  deps: PaymentDeps,
  together: readonly PaymentRow[],
  fact: DisputeFacts,
): Promise<Change[]> {
  const returned = await readReturned(tx, together)
  const known = returned.disputes.filter(
    ({ providerDisputeId }) => providerDisputeId === fact.providerDisputeId,
  )
  const allMinor = fact.amountMinor ?? sumOf(known.length > 0 ? known : together)
  const shares = divideDispute(allMinor, together, returned, known)
  const changes: Change[] = []
  for (const [index, { id: paymentId, businessId }] of together.entries()) {
    const amountMinor = shares[index] ?? 0
    const before = known.find((dispute) => dispute.paymentId === paymentId)
    const change = before
      ? await update(tx, deps, before, fact, amountMinor)
      : amountMinor > 0 && (await add(tx, deps, { businessId, paymentId }, fact, amountMinor))
    if (change) changes.push(change)
  }
  return changes
}

const sumOf = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

async function add(
  { db }: Transaction,
  { now }: PaymentDeps,
  payment: PaymentKey,
  fact: DisputeFacts,
  amountMinor: number,
): Promise<Change | null> {
  const at = now()
  const [dispute] = await db
    .insert(disputes)
    .values({
      ...payment,
      ...detailsOf(fact),
      amountMinor,
      providerDisputeId: fact.providerDisputeId,
      // A dispute of unknown status moves no money, and is polled like every dispute that is not closed.
      state: fact.state ?? 'inquiry',
      openedAt: fact.openedAt,
      closedAt: fact.isClosed ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning()
  return dispute ? { dispute, isNewState: fact.state !== null } : null
}

async function update(
  { db }: Transaction,
  { now }: PaymentDeps,
  before: Dispute,
  fact: DisputeFacts,
  amountMinor: number,
): Promise<Change | null> {
  const at = now()
  const { state } = fact
  const isOutdated = state === null || order[state] < order[before.state]
  const [dispute] = await db
    .update(disputes)
    .set({
      updatedAt: at,
      ...(!isOutdated && {
        ...detailsOf(fact),
        state,
        amountMinor,
        closedAt: fact.isClosed ? (before.closedAt ?? at) : null,
      }),
    })
    .where(eq(disputes.id, before.id))
    .returning()
  if (!dispute) return null
  const isNewState = dispute.state !== before.state
  return isNewState || dispute.amountMinor !== before.amountMinor ? { dispute, isNewState } : null
}

/** A response with an earlier state is older than the stored one. */
const order = { inquiry: 0, open: 1, won: 2, lost: 2, removed: 3 } as const satisfies Record<
  Dispute['state'],
  number
>

function detailsOf({ reason, url, needsResponse, evidenceDueAt }: DisputeFacts) {
  return { reason, url, needsResponse, evidenceDueAt }
}

const events = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' } as const

async function settle(
  tx: Transaction,
  deps: PaymentDeps,
  { isTest, ...invoice }: { businessId: string; invoiceId: string; isTest: boolean },
  changes: readonly Change[],
): Promise<void> {
  await settleInvoice(tx, invoice, deps.now())
  // An open checkout page asks for the previous amount, or for the amount that is now disputed.
  await deps.closeCheckouts(tx, invoice)
  for (const { dispute, isNewState } of changes) {
    const { state, amountMinor } = dispute
    if (!isNewState || state === 'inquiry' || state === 'removed') continue
    await tx.db.insert(invoiceEvents).values({ ...invoice, kind: events[state], amountMinor, isTest })
  }
}
