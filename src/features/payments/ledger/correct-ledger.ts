import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { payments, disputes, refunds } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import { AppError } from '../../../shared/errors.ts'
import { pick } from '../../../shared/pick.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { methodName } from '../../invoices/document/movement-rules.ts'
import { toInvoice } from '../../invoices/invoice-view.ts'
import { type InvoiceKey, getInvoiceRow, lockInvoice } from '../../invoices/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { assertOpen, holdClosedThrough } from '../../periods/assert-open-period.ts'
import { isProviderMethod } from '../rules.ts'

type Event = Pick<typeof invoiceEvents.$inferInsert, 'kind' | 'amountMinor'>
type Change = (tx: Transaction, facts: { now: Date; closedThrough: string | null }) => Promise<Event | null>

/** Changes the ledger of an invoice under its lock. If the change returns an event, the invoice is settled again. */
async function changeLedger(
  tx: Transaction,
  deps: Deps<'now' | 'closeCheckouts'>,
  { businessId, invoiceId }: InvoiceKey,
  change: Change,
): Promise<void> {
  const now = deps.now()
  const [closedThrough] = await Promise.all([holdClosedThrough(tx, businessId), lockInvoice(tx, invoiceId)])
  const event = await change(tx, { now, closedThrough })
  if (!event) return
  await settleInvoice(tx, { businessId, invoiceId }, now)
  await tx.db.insert(invoiceEvents).values({ businessId, invoiceId, ...event })
  // An open checkout page asks for the previous amount.
  await deps.closeCheckouts(tx, { businessId, invoiceId })
}

/** The same in a transaction of its own, for the owner of the business. */
async function correctLedger(
  deps: Deps<'database' | 'now' | 'appUrl' | 'closeCheckouts'>,
  { businessId, business }: Identity,
  invoiceId: string,
  change: Change,
): Promise<Invoice> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    await changeLedger(tx, deps, { businessId, invoiceId }, change)
    return getInvoiceRow(tx, invoiceId)
  })
  return toInvoice(row, { today: dateIn(business.timeZone, now), appUrl: deps.appUrl })
}

/** Undoes a payment that was recorded by hand or made as a demo. Undoing it twice has no further effect. */
export function undoPayment(
  deps: Deps<'database' | 'now' | 'appUrl' | 'closeCheckouts'>,
  identity: Identity,
  { id: invoiceId, paymentId }: { id: string; paymentId: string },
): Promise<Invoice> {
  const { businessId, userId } = identity
  return correctLedger(deps, identity, invoiceId, (tx, { closedThrough }) =>
    markUndone(tx, { businessId, invoiceId, paymentId, userId }, closedThrough),
  )
}

interface UndonePayment extends InvoiceKey {
  paymentId: string
  /** Null if no user did it. */
  userId: string | null
}

/** Undoes a payment in the caller's transaction. */
export function undoPaymentIn(
  tx: Transaction,
  deps: Deps<'now' | 'closeCheckouts'>,
  payment: UndonePayment,
): Promise<void> {
  return changeLedger(tx, deps, payment, (_, { closedThrough }) => markUndone(tx, payment, closedThrough))
}

async function markUndone(
  { db }: Transaction,
  { businessId, invoiceId, paymentId, userId }: UndonePayment,
  closedThrough: string | null,
): Promise<Event | null> {
  const isThisPayment = and(
    eq(payments.businessId, businessId),
    eq(payments.invoiceId, invoiceId),
    eq(payments.id, paymentId),
  )
  const [payment] = await db
    .select(pick(getTableColumns(payments), ['method', 'amountMinor', 'undoneAt', 'receivedOn', 'isTest']))
    .from(payments)
    .where(isThisPayment)
  if (!payment) throw new AppError('NOT_FOUND', 'This payment could not be found.')
  const { method, amountMinor, undoneAt, receivedOn, isTest } = payment
  if (isProviderMethod(method)) {
    throw new AppError('NOT_UNDOABLE', `${methodName(method)} payments are refunded, not undone.`)
  }
  if (undoneAt) return null
  // A test payment moved no money, so it can go from any period.
  if (userId !== null && !isTest) assertOpen(closedThrough, [receivedOn])
  await db
    .update(payments)
    .set({ undoneAt: sql`now()`, undoneBy: userId })
    .where(isThisPayment)
  return { kind: 'undone', amountMinor }
}

const tables = { refund: refunds, dispute: disputes } as const

interface Decision {
  kind: keyof typeof tables
  invoiceId: string
  id: string
  stillOwed: boolean
}

/** Sets whether the client owes again what was refunded or lost in a dispute. The owner can change this later. */
export function setStillOwed(
  deps: Deps<'database' | 'now' | 'appUrl' | 'closeCheckouts'>,
  identity: Identity,
  { kind, invoiceId, id, stillOwed }: Decision,
): Promise<Invoice> {
  const table = tables[kind]
  return correctLedger(deps, identity, invoiceId, async ({ db }, { now }) => {
    const [found] = await db
      .select({ stillOwed: table.stillOwed, amountMinor: table.amountMinor })
      .from(table)
      .innerJoin(payments, and(eq(payments.businessId, table.businessId), eq(payments.id, table.paymentId)))
      .where(and(eq(table.id, id), eq(payments.invoiceId, invoiceId)))
    if (!found) throw new AppError('NOT_FOUND', `This ${kind} could not be found.`)
    if (found.stillOwed === stillOwed) return null
    await db.update(table).set({ stillOwed, updatedAt: now }).where(eq(table.id, id))
    return { kind: stillOwed ? 'owed-again' : 'waived', amountMinor: found.amountMinor }
  })
}
