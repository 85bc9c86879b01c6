import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type RefundFacts, CardProviderError } from '../../../platform/cards/card-provider.ts'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { checkouts, payments, refunds } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { type ProviderEvent, recordEvent } from '../../billing/queries.ts'
import { getInvoiceWithBusiness } from '../../invoices/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { type SyncOptions, openAccount } from '../accounts/payment-accounts.ts'
import type { PaymentLink } from '../accounts/provider-links.ts'
import { type Returned, divideRefund, readReturned } from '../ledger/divide-returned.ts'
import { type PaymentRow, lockPaymentsOf } from '../ledger/lock-payments.ts'
import { queueRefundFailedMail } from '../ledger/payment-mails.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type RefundShare, queueJointRefundMail } from './queue-joint-refund-mail.ts'
import { queueRefundMail } from './queue-refund-mail.ts'

type Refund = typeof refunds.$inferSelect
type RefundState = Refund['state']

/** Reads all refunds of a payment and records them with the event that reported them. */
export async function syncRefunds(
  deps: PaymentDeps,
  payment: PaymentLink,
  { event, account }: SyncOptions = {},
): Promise<void> {
  const opened = account ?? (await openAccount(deps, payment, 'To check for refunds of a payment'))
  const facts = await opened.refunds.list(payment.providerPaymentId, await findSession(deps, payment))
  await applyRefunds(deps, payment, facts, event)
}

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

/**
 * Records refunds. Known facts have no effect. `paymentId` is one of the payments that are one payment at the provider: a
 * refund from its dashboard belongs to all of them.
 */
export async function applyRefunds(
  deps: PaymentDeps,
  { businessId, paymentId }: Pick<PaymentLink, 'businessId' | 'paymentId'>,
  facts: readonly RefundFacts[],
  event?: ProviderEvent,
): Promise<void> {
  for (const { providerRefundId, unknownStatus: status } of facts) {
    if (status)
      deps.log.warn({ businessId, providerRefundId, status }, 'a refund has a status that is not known')
  }
  await withTenant(deps.database, businessId, async (tx) => {
    if (event && !(await recordEvent(tx, businessId, event))) return
    const together = await lockPaymentsOf(tx, paymentId)
    const [payment] = together
    // Refunds of a removed test payment do not count.
    if (!payment) return
    const foreign = facts.find(({ currency }) => currency !== payment.currency)
    if (foreign) {
      const message = `refund ${foreign.providerRefundId} is in ${foreign.currency}, not in ${payment.currency}`
      throw new CardProviderError('malformed', message)
    }
    const changes: Change[][] = []
    // Those that were made here first: the others are divided over what is left.
    const inOrder = [
      ...facts.filter(({ reference }) => reference !== null),
      ...facts.filter(({ reference }) => reference === null),
    ]
    for (const fact of inOrder) {
      changes.push(await writeRefund(tx, deps.now(), together, fact))
    }
    for (const one of together) {
      const own = changes.flat().filter((change) => change.paymentId === one.id)
      await settleAndNote(tx, deps, one, own)
    }
    for (const ofOneRefund of changes) await mailRefund(tx, deps, together, ofOneRefund)
  })
}

/** Marks a refund as failed: the provider refused it and has none with its reference, so no money moved. */
export async function failRefund(
  deps: PaymentDeps,
  refund: Pick<Refund, 'businessId' | 'id' | 'paymentId'>,
  { ownerIsWaiting }: { ownerIsWaiting: boolean },
): Promise<void> {
  const { businessId, paymentId, id } = refund
  await withTenant(deps.database, businessId, async (tx) => {
    const together = await lockPaymentsOf(tx, paymentId)
    const payment = together.find((one) => one.id === paymentId)
    const [current] = await tx.db.select().from(refunds).where(eq(refunds.id, id))
    if (!payment || current?.state !== 'requested') return
    await tx.db.update(refunds).set({ state: 'failed', updatedAt: deps.now() }).where(eq(refunds.id, id))
    const { amountMinor, stillOwed } = current
    const change: Change = { kind: 'refund-failed', paymentId, amountMinor, stillOwed, ownerIsWaiting }
    await settleAndNote(tx, deps, payment, [change])
  })
}

interface Change {
  kind: 'refunded' | 'refund-failed' | null
  paymentId: string
  amountMinor: number
  stillOwed: boolean
  /** The owner sees the failure on the page, so no mail is needed. */
  ownerIsWaiting: boolean
}

async function writeRefund(
  tx: Transaction,
  now: Date,
  together: readonly PaymentRow[],
  fact: RefundFacts,
): Promise<Change[]> {
  const returned = await readReturned(tx, together)
  const { providerRefundId, state } = fact
  const rows = returned.refunds.filter(
    (refund) =>
      refund.providerRefundId === providerRefundId ||
      (refund.id === fact.reference && !refund.providerRefundId),
  )
  if (rows.length === 0) return addRefund(tx, now, together, returned, fact)
  const changes: Change[] = []
  for (const { id, paymentId, stillOwed, ...row } of rows) {
    // Without the provider's id, the stored state is only Millrace's assumption.
    const from = row.providerRefundId === null ? 'requested' : row.state
    if (!isForward(from, state)) continue
    // The shares of a refund that was divided stay as they are.
    const amountMinor = rows.length > 1 ? row.amountMinor : fact.amountMinor
    await tx.db
      .update(refunds)
      .set({ state, providerRefundId, amountMinor, updatedAt: now })
      .where(eq(refunds.id, id))
    changes.push({ kind: eventOf(from, state), paymentId, amountMinor, stillOwed, ownerIsWaiting: false })
  }
  return changes
}

/** Adds a refund made in the provider's dashboard, or by Millrace before the database was restored from an older backup. */
async function addRefund(
  { db }: Transaction,
  now: Date,
  together: readonly PaymentRow[],
  returned: Returned,
  { reference, providerRefundId, amountMinor: allMinor, state }: RefundFacts,
): Promise<Change[]> {
  const shares = divideRefund(allMinor, together, returned)
  const add = (refund: typeof refunds.$inferInsert) =>
    db.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.id })
  const changes: Change[] = []
  for (const [index, { id: paymentId, businessId }] of together.entries()) {
    const amountMinor = shares[index] ?? 0
    if (amountMinor === 0) continue
    const times = { createdAt: now, updatedAt: now }
    const values = { businessId, paymentId, amountMinor, state, providerRefundId, ...times }
    const isOurs = changes.length === 0 && z.uuid().safeParse(reference).success
    let added = isOurs && reference !== null ? await add({ ...values, id: reference }) : []
    // The provider made a second refund with this reference, which is also money.
    if (added.length === 0) added = await add(values)
    if (added.length === 0) continue
    const kind = state === 'failed' ? null : 'refunded'
    changes.push({ kind, paymentId, amountMinor, stillOwed: false, ownerIsWaiting: false })
  }
  return changes
}

const order: readonly RefundState[] = ['requested', 'pending', 'succeeded', 'failed', 'removed']

/** A late response describes an earlier state. A refund that succeeded may still fail; failed is final. */
function isForward(from: RefundState, to: RefundState): boolean {
  return order.indexOf(to) > order.indexOf(from)
}

function eventOf(from: RefundState, to: RefundState): Change['kind'] {
  if (to === 'failed') return 'refund-failed'
  return from === 'requested' ? 'refunded' : null
}

/** Settles the invoice and notes what happened. The owner gets a mail about a refund that failed. */
async function settleAndNote(
  tx: Transaction,
  deps: PaymentDeps,
  { businessId, invoiceId, isTest }: PaymentRow,
  changes: readonly Change[],
): Promise<void> {
  if (invoiceId === null || changes.length === 0) return
  const invoice = { businessId, invoiceId }
  await settleInvoice(tx, invoice, deps.now())
  // An open checkout page asks for the previous amount.
  await deps.closeCheckouts(tx, invoice)
  for (const { kind, amountMinor, ownerIsWaiting } of changes) {
    if (kind === null) continue
    await tx.db.insert(invoiceEvents).values({ ...invoice, kind, amountMinor, isTest })
    if (kind === 'refunded' || ownerIsWaiting) continue
    const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    await queueRefundFailedMail(tx, deps, { ...found, amountMinor })
  }
}

/** Emails the client about one refund at the provider, also if it was divided over several invoices. */
async function mailRefund(
  tx: Transaction,
  deps: PaymentDeps,
  together: readonly PaymentRow[],
  changes: readonly Change[],
): Promise<void> {
  const refunded = changes.filter(({ kind }) => kind === 'refunded')
  const shares: RefundShare[] = []
  for (const { paymentId, amountMinor } of refunded) {
    const payment = together.find(({ id }) => id === paymentId)
    if (!payment) continue
    const { businessId, invoiceId, invoiceNumber: number } = payment
    const found = invoiceId === null ? null : await getInvoiceWithBusiness(tx, businessId, invoiceId)
    shares.push({ number, amountMinor, found })
  }
  const [first] = shares
  const [change] = refunded
  const [payment] = together
  if (!first || !change || !payment) return
  const how = { isPaypal: payment.method === 'paypal', isTest: payment.isTest }
  if (shares.length > 1) return queueJointRefundMail(tx, deps, shares, how)
  const { amountMinor, stillOwed } = change
  if (first.found) await queueRefundMail(tx, deps, { ...first.found, amountMinor, stillOwed, ...how })
}
