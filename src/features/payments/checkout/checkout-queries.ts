import { and, eq, inArray } from 'drizzle-orm'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { checkouts, payments } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export type Checkout = typeof checkouts.$inferSelect
export type CheckoutState = Checkout['state']

/** The states of a checkout that is not over. An invoice has at most one such checkout. */
export const runningStates = ['opening', 'open', 'processing'] as const satisfies CheckoutState[]

export function isRunning({ state }: Pick<Checkout, 'state'>): boolean {
  return runningStates.some((running) => running === state)
}

export async function getCheckout({ db }: Transaction, id: string): Promise<Checkout | undefined> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  return row
}

/** Locks a checkout. The invoice is locked first, as everywhere. */
export async function lockCheckout({ db }: Transaction, id: string): Promise<Checkout | undefined> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
  return row
}

export async function findRunningCheckout(
  { db }: Transaction,
  invoiceId: string,
): Promise<Checkout | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.invoiceId, invoiceId), inArray(checkouts.state, runningStates)))
  return row
}

export async function findCheckoutOfSession(
  { db }: Transaction,
  { invoiceId, sessionId }: { invoiceId: string; sessionId: string },
): Promise<Checkout | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.invoiceId, invoiceId), eq(checkouts.sessionId, sessionId)))
  return row
}

export async function changeCheckout(
  { db }: Transaction,
  { businessId, id }: Pick<Checkout, 'businessId' | 'id'>,
  change: Pick<Checkout, 'updatedAt'> &
    Partial<Pick<Checkout, 'state' | 'sessionId' | 'url' | 'needsRecheck'>>,
): Promise<void> {
  await db
    .update(checkouts)
    .set(change)
    .where(and(eq(checkouts.businessId, businessId), eq(checkouts.id, id)))
}

/** Like lockInvoice, but returns false for a deleted invoice instead of throwing. */
export async function lockInvoiceIfThere({ db }: Transaction, id: string): Promise<boolean> {
  const rows = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, id)).for('update')
  return rows.length > 0
}

/** Locks the invoice of a payment, then reads it. `invoiceId` is null when the invoice is deleted. */
export async function lockPayment(tx: Transaction, paymentId: string) {
  const read = () => tx.db.select().from(payments).where(eq(payments.id, paymentId))
  const [before] = await read()
  const invoiceExists = before?.invoiceId ? await lockInvoiceIfThere(tx, before.invoiceId) : false
  const [payment] = await read()
  return payment && { ...payment, invoiceId: invoiceExists ? payment.invoiceId : null }
}
