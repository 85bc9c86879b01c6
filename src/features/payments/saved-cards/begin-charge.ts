import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { autopayCharges } from '../../../platform/db/tables/saved-cards.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { findOwnAccounts } from '../../integrations/own-accounts.ts'
import { toDocument } from '../../invoices/invoice-view.ts'
import { type InvoiceKey, getInvoiceWithBusiness, lockInvoice } from '../../invoices/queries.ts'
import { amountToPay } from '../checkout/amount-to-pay.ts'
import { chargeProblem } from '../checkout/charge-problem.ts'
import { type CheckoutPage, listRunningPages, toPage } from '../checkout/checkout-queries.ts'
import { chargeOf } from '../checkout/checkout-request.ts'
import { isDueForDeletion } from '../checkout/payment-conditions.ts'
import { waysToPay } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { queueAccountChangedMails, queueChargeNotice } from './autopay-mails.ts'
import { endCard } from './end-card.ts'
import { type SavedCard, findCardOf, lockSeriesOfInvoice } from './saved-card-queries.ts'
import { settleUncharged } from './settle-charge.ts'

type Begun =
  /** The request is stored and can be sent. */
  | { next: 'charge'; page: CheckoutPage }
  /** A page of the invoice is open. It has to be closed first. */
  | { next: 'close'; page: CheckoutPage }
  | { next: 'nothing' }

const nothing: Begun = { next: 'nothing' }

type Found = Awaited<ReturnType<typeof getInvoiceWithBusiness>>

/** Begins the charge of an invoice if it is due, under the lock of the invoice. One that runs keeps every other from starting. */
export async function beginCharge(deps: PaymentDeps, key: InvoiceKey): Promise<Begun> {
  return orNothing(() =>
    withDueInvoice(deps, key, 'autopayAt', async (tx, found, card) => {
      const { invoice } = found
      if (!invoice.autopayAnnouncedAt) {
        await tellClient(tx, deps, found)
        return nothing
      }
      const { card: account } = await waysToPay(tx, deps)
      if (account?.isOwn !== card.isOwn || account.isLive === card.isTest) {
        if (await endCard(tx, deps, card, 'account'))
          await queueAccountChangedMails(tx, deps, { ...found, card })
        return nothing
      }
      const [running] = await listRunningPages(tx, [invoice.id])
      if (running) return running.isAutomatic ? nothing : { next: 'close', page: running }
      return insertCharge(tx, deps, found, card)
    }),
  )
}

/** Tells the client of a charge that comes in a few days. */
export async function noticeCharge(deps: PaymentDeps, key: InvoiceKey): Promise<void> {
  await orNothing(() =>
    withDueInvoice(deps, key, 'autopayNoticeAt', async (tx, found) => {
      await tellClient(tx, deps, found)
      return nothing
    }),
  )
}

async function orNothing(work: () => Promise<Begun>): Promise<Begun> {
  try {
    return await work()
  } catch (error) {
    // The invoice was deleted meanwhile.
    if (error instanceof AppError && error.code === 'NOT_FOUND') return nothing
    throw error
  }
}

/** Locks the invoice, and does the work if that is still due and its card still pays. */
async function withDueInvoice(
  deps: PaymentDeps,
  { businessId, invoiceId }: InvoiceKey,
  due: 'autopayAt' | 'autopayNoticeAt',
  work: (tx: Transaction, found: Found, card: SavedCard) => Promise<Begun>,
): Promise<Begun> {
  return withTenant(deps.database, businessId, async (tx) => {
    if (await isDueForDeletion(tx, deps, businessId)) return nothing
    await lockSeriesOfInvoice(tx, { businessId, invoiceId })
    await lockInvoice(tx, invoiceId)
    // A plan that was made while the card ended is made again.
    await planAgain(tx, { businessId, invoiceId })
    const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
    const moment = found.invoice[due]
    const card = await findCardOf(tx, found.invoice)
    return moment && moment <= deps.now() && card ? work(tx, found, card) : nothing
  })
}

async function planAgain({ db }: Transaction, { businessId, invoiceId }: InvoiceKey): Promise<void> {
  await db
    .update(invoices)
    .set({ autopayAt: null })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
}

/** The database then plans the charge a day after the mail at the earliest. */
async function tellClient(tx: Transaction, deps: PaymentDeps, found: Found): Promise<void> {
  const { businessId, id } = found.invoice
  // The mail would be held until the owner confirms their address, so the charge waits, too.
  const isHeld = deps.mailWaitsForVerification && !found.business.ownerVerified
  if (isHeld && (await findOwnAccounts(tx)).email === null) return
  await tx.db
    .update(invoices)
    .set({ autopayAnnouncedAt: deps.now() })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
  await queueChargeNotice(tx, deps, found)
}

/** Which part is to be paid next, as the database counts them: platform.part_to_pay(). */
function partToPay({ parts, dueDate }: Found['invoice']): number {
  return (parts ?? []).filter((part) => part.dueDate < dueDate).length
}

async function insertCharge(
  tx: Transaction,
  deps: PaymentDeps,
  found: Found,
  card: SavedCard,
): Promise<Begun> {
  const { invoice } = found
  const { businessId, id: invoiceId, seriesId, seriesPeriod: period, currency, number } = invoice
  if (seriesId === null || period === null) return nothing
  const document = toDocument(deps, found)
  const amountMinor = amountToPay(document, invoice, {})
  const now = deps.now()
  const isPossible = chargeProblem('card', { minor: amountMinor, currency }) === null
  const checkoutId = isPossible ? randomUUID() : null
  const inserted = await tx.db
    .insert(autopayCharges)
    .values({
      businessId,
      seriesId,
      period,
      part: partToPay(invoice),
      invoiceId,
      cardId: card.id,
      checkoutId,
      state: 'running',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  const [charge] = inserted
  if (!charge) return nothing
  // The charge takes the place of reminders that were due until now.
  await tx.db
    .update(invoices)
    .set({ autopayAt: null, remindersSince: now })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
  if (checkoutId === null) {
    await settleUncharged(
      tx,
      deps,
      { charge, card },
      { state: 'failed', reason: 'This amount can’t be paid by card.' },
    )
    return nothing
  }
  const request = chargeOf(card, {
    pageId: checkoutId,
    businessId,
    invoices: [invoice],
    money: { minor: amountMinor, currency },
    now,
    appUrl: deps.appUrl,
  })
  const rows = await tx.db
    .insert(checkouts)
    .values({
      businessId,
      id: checkoutId,
      pageId: checkoutId,
      invoiceId,
      invoiceNumber: number,
      currency,
      amountMinor,
      creditedMinor: document.earlyPayment?.discountMinor ?? 0,
      provider: 'card',
      isOwn: card.isOwn,
      isTest: card.isTest,
      isAutomatic: true,
      request,
      expiresAt: new Date(request.expiresAt * 1000),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  const page = toPage(rows)
  if (!page) throw new Error('no row came back for the new charge')
  return { next: 'charge', page }
}
