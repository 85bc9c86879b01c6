import { eq } from 'drizzle-orm'
import { type DisputeFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { disputes } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { noteEvent } from '../../billing/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import { lockPayment } from '../checkout/checkout-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { queueDisputeMail } from './dispute-mails.ts'

type Dispute = typeof disputes.$inferSelect
type Place = Pick<PaymentLink, 'businessId' | 'paymentId'>

interface Asked {
  /** What led here. */
  event?: { id: string; type: string }
  /** Where it is opened already. */
  account?: PaymentAccount
}

/** Asks the payment's account for its disputes and writes down what it says, with the event that led here, if one did. */
export async function syncDisputes(
  deps: PaymentDeps,
  payment: PaymentLink,
  { event, account }: Asked = {},
): Promise<void> {
  const asked = account ?? (await openAccount(deps, payment, 'To look for disputes of a payment'))
  if (!asked.disputes) return
  try {
    const facts = await asked.disputes.list(payment.providerPaymentId)
    await applyDisputes(deps, payment, facts, event)
  } catch (error) {
    if (!isNotAllowed(error)) throw error
    deps.log.warn({ err: error, paymentId: payment.paymentId }, 'the key may not read disputes')
  }
}

/** A restricted key, which its owner made before disputes were asked for: to ask again changes nothing. */
function isNotAllowed(error: unknown): boolean {
  return error instanceof CardProviderError && error.isForbidden
}

/** What of it is known already has no effect. Answers may come in another order than they were given. */
export async function applyDisputes(
  deps: PaymentDeps,
  { businessId, paymentId }: Place,
  facts: readonly DisputeFacts[],
  event?: { id: string; type: string },
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    if (event && !(await noteEvent(tx, businessId, event))) return
    const payment = await lockPayment(tx, paymentId)
    // A test payment that was removed has no disputes that count.
    if (!payment || payment.undoneAt) return
    const known = await tx.db.select().from(disputes).where(eq(disputes.paymentId, paymentId)).for('update')
    const changes: Change[] = []
    for (const fact of facts) {
      if (fact.state === null) {
        deps.log.warn(
          { disputeId: fact.providerDisputeId, status: fact.status },
          'a dispute of unknown status',
        )
      }
      const before = known.find(({ providerDisputeId }) => providerDisputeId === fact.providerDisputeId)
      const change = before
        ? await follow(tx, deps, before, fact)
        : await add(tx, deps, { businessId, paymentId }, fact, payment.amountCents)
      if (change) changes.push(change)
    }
    if (changes.length === 0) return
    const { invoiceId, invoiceNumber, isTest } = payment
    if (invoiceId !== null) await settle(tx, deps, { businessId, invoiceId, isTest }, changes)
    for (const { dispute, isNews } of changes) {
      if (isNews) await queueDisputeMail(tx, deps, dispute, { invoiceId, invoiceNumber })
    }
  })
}

interface Change {
  /** As it is now. */
  dispute: Dispute
  /** Its state is another one, not only its amount. */
  isNews: boolean
}

async function add(
  { db }: Transaction,
  { now }: PaymentDeps,
  place: Place,
  fact: DisputeFacts,
  paidCents: number,
): Promise<Change | null> {
  const at = now()
  const [dispute] = await db
    .insert(disputes)
    .values({
      ...place,
      ...describe(fact),
      amountCents: fact.amountCents ?? paidCents,
      providerDisputeId: fact.providerDisputeId,
      // One of unknown status moves nothing, and is looked at again like every other that is not closed.
      state: fact.state ?? 'inquiry',
      openedAt: fact.openedAt,
      closedAt: fact.isClosed ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning()
  return dispute ? { dispute, isNews: fact.state !== null } : null
}

async function follow(
  { db }: Transaction,
  { now }: PaymentDeps,
  before: Dispute,
  fact: DisputeFacts,
): Promise<Change | null> {
  const at = now()
  const { state } = fact
  const isLate = state === null || order[state] < order[before.state]
  const [dispute] = await db
    .update(disputes)
    .set({
      updatedAt: at,
      ...(!isLate && {
        ...describe(fact),
        state,
        amountCents: fact.amountCents ?? before.amountCents,
        closedAt: fact.isClosed ? (before.closedAt ?? at) : null,
      }),
    })
    .where(eq(disputes.id, before.id))
    .returning()
  if (!dispute) return null
  const isNews = dispute.state !== before.state
  return isNews || dispute.amountCents !== before.amountCents ? { dispute, isNews } : null
}

/** An answer with an earlier state was given before the one that is known. */
const order = { inquiry: 0, open: 1, won: 2, lost: 2, removed: 3 } as const satisfies Record<
  Dispute['state'],
  number
>

function describe({ reason, url, needsResponse, evidenceDueAt }: DisputeFacts) {
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
  // A page that is open asks for what was open before, or for what is disputed now.
  await deps.closeCheckouts(tx, invoice)
  for (const { dispute, isNews } of changes) {
    const { state, amountCents } = dispute
    if (!isNews || state === 'inquiry' || state === 'removed') continue
    await tx.db.insert(invoiceEvents).values({ ...invoice, kind: events[state], amountCents, isTest })
  }
}
