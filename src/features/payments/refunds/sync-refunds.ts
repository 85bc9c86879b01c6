import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { RefundFacts } from '../../../platform/cards/card-provider.ts'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { checkouts, payments, refunds } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { noteEvent } from '../../billing/queries.ts'
import { getInvoiceWithBusiness } from '../../invoices/public/find-public-invoice.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { type PaymentAccount, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import { lockPayment } from '../checkout/checkout-queries.ts'
import { queueRefundFailedMail } from '../ledger/payment-mails.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { queueRefundMail } from './refund-mail.ts'

type Refund = typeof refunds.$inferSelect
type RefundState = Refund['state']

interface Asked {
  /** What led here. */
  event?: { id: string; type: string }
  /** Where it is opened already. */
  account?: PaymentAccount
}

/** Asks the payment's account for all refunds and writes down what it says, with the event that led here, if one did. */
export async function syncRefunds(
  deps: PaymentDeps,
  payment: PaymentLink,
  { event, account }: Asked = {},
): Promise<void> {
  const asked = account ?? (await openAccount(deps, payment, 'To look for refunds of a payment'))
  const facts = await asked.refunds.list(payment.providerPaymentId, await findSession(deps, payment))
  await applyRefunds(deps, payment, facts, event)
}

/** Of the checkout that the payment was made on. */
async function findSession({ database }: PaymentDeps, { businessId, paymentId }: PaymentLink) {
  const [row] = await withTenant(database, businessId, ({ db }) =>
    db
      .select({ sessionId: checkouts.sessionId })
      .from(payments)
      .innerJoin(checkouts, eq(checkouts.id, payments.checkoutId))
      .where(eq(payments.id, paymentId)),
  )
  return row?.sessionId
}

/** Whatever of it is known already has no effect. */
export async function applyRefunds(
  deps: PaymentDeps,
  { businessId, paymentId }: Pick<PaymentLink, 'businessId' | 'paymentId'>,
  facts: readonly RefundFacts[],
  event?: { id: string; type: string },
): Promise<void> {
  for (const { providerRefundId, unknownStatus: status } of facts) {
    if (status)
      deps.log.warn({ businessId, providerRefundId, status }, 'a refund has a status that is not known')
  }
  await withTenant(deps.database, businessId, async (tx) => {
    if (event && !(await noteEvent(tx, businessId, event))) return
    const payment = await lockPayment(tx, paymentId)
    // A test payment that was removed has no refunds that count.
    if (!payment || payment.undoneAt) return
    const known = await tx.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
    const changes: Change[] = []
    for (const fact of facts) {
      const change = await write(tx, deps.now(), { businessId, paymentId }, known, fact)
      if (change) changes.push(change)
    }
    await tell(tx, deps, payment, changes)
  })
}

/** The provider refused it, and has none of that reference: nothing was given back. */
export async function failRefund(
  deps: PaymentDeps,
  refund: Pick<Refund, 'businessId' | 'id' | 'paymentId'>,
  { isNoticed }: { isNoticed: boolean },
): Promise<void> {
  const { businessId, paymentId, id } = refund
  await withTenant(deps.database, businessId, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    const [current] = await tx.db.select().from(refunds).where(eq(refunds.id, id))
    if (!payment || current?.state !== 'requested') return
    await tx.db.update(refunds).set({ state: 'failed', updatedAt: deps.now() }).where(eq(refunds.id, id))
    const { amountCents, stillOwed } = current
    const change: Change = { kind: 'refund-failed', amountCents, stillOwed, isNoticed }
    await tell(tx, deps, payment, [change])
  })
}

interface Change {
  kind: 'refunded' | 'refund-failed' | null
  amountCents: number
  stillOwed: boolean
  /** The owner sees it fail on the screen; there is no need for a mail. */
  isNoticed: boolean
}

async function write(
  { db }: Transaction,
  now: Date,
  { businessId, paymentId }: Pick<PaymentLink, 'businessId' | 'paymentId'>,
  known: readonly Refund[],
  fact: RefundFacts,
): Promise<Change | null> {
  const { providerRefundId, amountCents, state } = fact
  const row = known.find(
    (one) =>
      one.providerRefundId === providerRefundId || (one.id === fact.reference && !one.providerRefundId),
  )
  if (!row) {
    // Made in the provider's dashboard, or by us before the database was put back to an earlier day.
    const isOurs = z.uuid().safeParse(fact.reference).success
    const made = {
      businessId,
      paymentId,
      amountCents,
      state,
      providerRefundId,
      createdAt: now,
      updatedAt: now,
    }
    const add = (one: typeof refunds.$inferInsert) =>
      db.insert(refunds).values(one).onConflictDoNothing().returning({ id: refunds.id })
    let added = isOurs && fact.reference !== null ? await add({ ...made, id: fact.reference }) : []
    // The provider has made another one of this reference: that is money too.
    if (added.length === 0) added = await add(made)
    if (added.length === 0) return null
    return { kind: state === 'failed' ? null : 'refunded', amountCents, stillOwed: false, isNoticed: false }
  }
  // Without the provider's name for it, whatever stands there was our own guess.
  const from = row.providerRefundId === null ? 'requested' : row.state
  if (!isForward(from, state)) return null
  await db
    .update(refunds)
    .set({ state, providerRefundId, amountCents, updatedAt: now })
    .where(eq(refunds.id, row.id))
  return { kind: eventOf(from, state), amountCents, stillOwed: row.stillOwed, isNoticed: false }
}

const order: readonly RefundState[] = ['requested', 'pending', 'succeeded', 'failed', 'removed']

/** An answer that comes late says what was before. A refund that went through may still come back; a failed one is over. */
function isForward(from: RefundState, to: RefundState): boolean {
  return order.indexOf(to) > order.indexOf(from)
}

function eventOf(from: RefundState, to: RefundState): Change['kind'] {
  if (to === 'failed') return 'refund-failed'
  return from === 'requested' ? 'refunded' : null
}

async function tell(
  tx: Transaction,
  deps: PaymentDeps,
  { businessId, invoiceId, method, isTest }: typeof payments.$inferSelect,
  changes: readonly Change[],
): Promise<void> {
  if (invoiceId === null || changes.length === 0) return
  const invoice = { businessId, invoiceId }
  await settleInvoice(tx, invoice, deps.now())
  // A page that is open asks for what was open before.
  await deps.closeCheckouts(tx, invoice)
  for (const { kind, amountCents, stillOwed, isNoticed } of changes) {
    if (kind === null) continue
    await tx.db.insert(invoiceEvents).values({ ...invoice, kind, amountCents, isTest })
    const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    if (kind === 'refunded') {
      const isPaypal = method === 'paypal'
      await queueRefundMail(tx, deps, { ...found, amountCents, stillOwed, isPaypal, isTest })
    } else if (!isNoticed) await queueRefundFailedMail(tx, deps, { ...found, amountCents })
  }
}
