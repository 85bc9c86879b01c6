import { and, eq, inArray } from 'drizzle-orm'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export type Checkout = typeof checkouts.$inferSelect
export type CheckoutState = Checkout['state']

/** The states of a checkout that is not over. An invoice has at most one such checkout. */
export const runningStates = ['opening', 'open', 'processing'] as const satisfies CheckoutState[]

export function isRunning({ state }: { state: CheckoutState }): boolean {
  return runningStates.some((running) => running === state)
}

/** Whether the client has done what is needed to pay: nothing else may be begun until it is known how that ends. */
export function isUnderWay({ state, isAutomatic }: Pick<Checkout, 'state' | 'isAutomatic'>): boolean {
  return state === 'processing' || isAutomatic
}

/** A provider's page. Its checkouts, one for each invoice that is paid there, share all of this and change together. */
export interface CheckoutPage extends Pick<
  Checkout,
  | 'businessId'
  | 'pageId'
  | 'currency'
  | 'request'
  | 'state'
  | 'sessionId'
  | 'url'
  | 'provider'
  | 'isOwn'
  | 'isTest'
  | 'isAutomatic'
  | 'consent'
  | 'needsRecheck'
  | 'expiresAt'
  | 'createdAt'
  | 'updatedAt'
> {
  /** In their order: the invoice that is due first comes first. */
  checkouts: readonly [Checkout, ...Checkout[]]
  /** What the client pays there in all. */
  amountMinor: number
}

export function toPage(rows: readonly Checkout[]): CheckoutPage | undefined {
  const [first, ...rest] = rows.toSorted((a, b) => a.position - b.position)
  if (!first) return undefined
  const all = [first, ...rest] as const
  const { id: _, invoiceId: __, invoiceNumber: ___, position: ____, creditedMinor: _____, ...shared } = first
  return { ...shared, checkouts: all, amountMinor: sumOf(all) }
}

const sumOf = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

export async function getPage({ db }: Transaction, pageId: string): Promise<CheckoutPage | undefined> {
  return toPage(await db.select().from(checkouts).where(eq(checkouts.pageId, pageId)))
}

/** Returns the page of a checkout. */
export async function getPageOf(tx: Transaction, checkoutId: string): Promise<CheckoutPage | undefined> {
  const [row] = await tx.db
    .select({ pageId: checkouts.pageId })
    .from(checkouts)
    .where(eq(checkouts.id, checkoutId))
  return row && getPage(tx, row.pageId)
}

/** Locks a page and, before it, its invoices, as everywhere. Returns which of those still exist. */
export async function lockPage(
  tx: Transaction,
  pageId: string,
): Promise<{ page: CheckoutPage; existing: ReadonlySet<string> } | undefined> {
  const found = await getPage(tx, pageId)
  if (!found) return undefined
  const existing = await lockInvoicesIfThere(
    tx,
    found.checkouts.map(({ invoiceId }) => invoiceId),
  )
  const rows = await tx.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.pageId, pageId))
    .orderBy(checkouts.id)
    .for('update')
  const page = toPage(rows)
  return page && { page, existing }
}

/** Lists the pages on which one of the invoices could be paid now. */
export async function listRunningPages(
  { db }: Transaction,
  invoiceIds: readonly string[],
): Promise<CheckoutPage[]> {
  const running = db
    .select({ pageId: checkouts.pageId })
    .from(checkouts)
    .where(and(inArray(checkouts.invoiceId, invoiceIds), inArray(checkouts.state, runningStates)))
  const rows = await db.select().from(checkouts).where(inArray(checkouts.pageId, running))
  return [...Map.groupBy(rows, ({ pageId }) => pageId).values()].flatMap((all) => toPage(all) ?? [])
}

/** Lists charges of saved cards that ended without an answer and may have paid one of the invoices. */
export async function listUnknownCharges(
  { db }: Transaction,
  invoiceIds: readonly string[],
): Promise<Checkout[]> {
  const { invoiceId, state, isAutomatic, needsRecheck } = checkouts
  return db
    .select()
    .from(checkouts)
    .where(
      and(
        inArray(invoiceId, invoiceIds),
        eq(state, 'expired'),
        eq(isAutomatic, true),
        eq(needsRecheck, true),
      ),
    )
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

/** Returns the page with this session, if the invoice can be paid there. */
export async function findPageOfSession(
  tx: Transaction,
  { invoiceId, sessionId }: { invoiceId: string; sessionId: string },
): Promise<CheckoutPage | undefined> {
  const [row] = await tx.db
    .select({ pageId: checkouts.pageId })
    .from(checkouts)
    .where(and(eq(checkouts.invoiceId, invoiceId), eq(checkouts.sessionId, sessionId)))
  return row && getPage(tx, row.pageId)
}

export async function changePage(
  { db }: Transaction,
  { businessId, pageId }: Pick<CheckoutPage, 'businessId' | 'pageId'>,
  change: Pick<Checkout, 'updatedAt'> &
    Partial<Pick<Checkout, 'state' | 'sessionId' | 'url' | 'needsRecheck'>>,
): Promise<void> {
  await db
    .update(checkouts)
    .set(change)
    .where(and(eq(checkouts.businessId, businessId), eq(checkouts.pageId, pageId)))
}

/**
 * Locks invoices in order of their ids, so that two transactions wait for each other instead of deadlocking. Returns
 * those that were not deleted.
 */
export async function lockInvoicesIfThere(
  { db }: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.id, ids))
    .orderBy(invoices.id)
    .for('update')
  return new Set(rows.map(({ id }) => id))
}
