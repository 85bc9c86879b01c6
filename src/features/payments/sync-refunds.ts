import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { RefundFacts } from '../../platform/cards/card-provider.ts'
import { invoiceEvents } from '../../platform/db/tables/invoices.ts'
import { payments, refunds } from '../../platform/db/tables/payments.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { noteEvent } from '../billing/queries.ts'
import { getInvoiceWithBusiness } from '../invoices/find-public-invoice.ts'
import { settleInvoice } from '../invoices/settle-invoice.ts'
import { lockInvoiceIfThere } from './checkout-queries.ts'
import { openAccount } from './payment-accounts.ts'
import type { PaymentAccount } from './payment-accounts.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { queueRefundFailedMail } from './payment-mails.ts'
import type { PaymentLink } from './provider-links.ts'

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
  const facts = await asked.refunds.list(payment.providerPaymentId)
  await applyRefunds(deps, payment, facts, event)
}

/** Whatever of it is known already has no effect. */
export async function applyRefunds(
  deps: PaymentDeps,
  { businessId, paymentId }: Pick<PaymentLink, 'businessId' | 'paymentId'>,
  facts: readonly RefundFacts[],
  event?: { id: string; type: string },
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    if (event && !(await noteEvent(tx, businessId, event))) return
    const { invoiceId, isUndone, isTest } = await lockPayment(tx, paymentId)
    // A test payment that was removed has no refunds that count.
    if (isUndone) return
    const known = await tx.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
    const changes: Change[] = []
    for (const fact of facts) {
      const change = await write(tx, deps.now(), { businessId, paymentId }, known, fact)
      if (change) changes.push(change)
    }
    if (invoiceId !== null) await tell(tx, deps, { businessId, invoiceId, isTest }, changes)
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
    const { invoiceId, isTest } = await lockPayment(tx, paymentId)
    const [current] = await tx.db.select().from(refunds).where(eq(refunds.id, id))
    if (current?.state !== 'requested') return
    await tx.db.update(refunds).set({ state: 'failed', updatedAt: deps.now() }).where(eq(refunds.id, id))
    const change: Change = { kind: 'refund-failed', amountCents: current.amountCents, isNoticed }
    if (invoiceId !== null) await tell(tx, deps, { businessId, invoiceId, isTest }, [change])
  })
}

/** Locks its invoice, and tells the payment as it stands then. No invoice: it came for one that had been deleted. */
async function lockPayment(tx: Transaction, paymentId: string) {
  const read = () =>
    tx.db
      .select({ invoiceId: payments.invoiceId, isTest: payments.isTest, undoneAt: payments.undoneAt })
      .from(payments)
      .where(eq(payments.id, paymentId))
  const [before] = await read()
  const isThere = before?.invoiceId ? await lockInvoiceIfThere(tx, before.invoiceId) : false
  const [payment] = await read()
  return {
    invoiceId: isThere && payment ? payment.invoiceId : null,
    isTest: payment?.isTest ?? false,
    isUndone: payment?.undoneAt != null,
  }
}

interface Change {
  kind: 'refunded' | 'refund-failed' | null
  amountCents: number
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
    return { kind: state === 'failed' ? null : 'refunded', amountCents, isNoticed: false }
  }
  // Without the provider's name for it, whatever stands there was our own guess.
  const from = row.providerRefundId === null ? 'requested' : row.state
  if (!isForward(from, state)) return null
  await db
    .update(refunds)
    .set({ state, providerRefundId, amountCents, updatedAt: now })
    .where(eq(refunds.id, row.id))
  return { kind: eventOf(from, state), amountCents, isNoticed: false }
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
  { businessId, invoiceId, isTest }: { businessId: string; invoiceId: string; isTest: boolean },
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  await settleInvoice(tx, { businessId, invoiceId }, deps.now())
  // A page that is open asks for what was open before.
  await deps.closeCheckouts(tx, { businessId, invoiceId })
  for (const { kind, amountCents, isNoticed } of changes) {
    if (kind) await tx.db.insert(invoiceEvents).values({ businessId, invoiceId, kind, amountCents, isTest })
    if (kind !== 'refund-failed' || isNoticed) continue
    const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    await queueRefundFailedMail(tx, deps, { ...found, amountCents })
  }
}
