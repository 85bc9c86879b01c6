import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { payments } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { dateIn } from '../../../shared/dates.ts'
import { AppError } from '../../../shared/errors.ts'
import { pick } from '../../../shared/pick.ts'
import { earnedCredit } from '../../invoices/document/ledger-rules.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { type InvoiceRow, getInvoiceRow, lockInvoice } from '../../invoices/queries.ts'
import { settleInvoice } from '../../invoices/settle-invoice.ts'
import { isProviderMethod } from '../rules.ts'
import { queueOrphanPaymentMail, queuePaymentMail } from './payment-mails.ts'
import { queuePartReceipt } from './payment-receipts.ts'
import { queueReceipt } from './receipts.ts'

export interface NewPayment {
  businessId: string
  /** Null when the invoice is deleted. */
  invoiceId: string | null
  invoiceNumber: string
  method: typeof payments.$inferSelect.method
  isOwn?: boolean | undefined
  /** A test payment: no money moved. */
  isTest?: boolean | undefined
  currency: Currency
  amountMinor: number
  /** The discount offered. It counts as far as it makes this payment settle the invoice. */
  creditedMinor: number
  receivedAt: Date
  /** Defaults to the date of `receivedAt` in the business's time zone. */
  receivedOn?: string | undefined
  note?: string | undefined
  providerPaymentId?: string | undefined
  checkoutId?: string | undefined
  createdBy?: string | undefined
  requestId?: string | undefined
  /** The bank transaction that it is. */
  transactionId?: string | undefined
  /** Mails the receipt to the client if this settles the invoice, or pays for parts of it. */
  sendReceipt: boolean
  notifyOwner: boolean
}

export interface ReceivedPayment {
  isNew: boolean
  paymentId: string | null
  becamePaid: boolean
  /** The amount by which the invoice is overpaid, including this payment. */
  overpaidMinor: number
}

/** A payment that was written, and what the mails about it say. */
export interface WrittenPayment extends ReceivedPayment {
  isNew: true
  paymentId: string
  payment: NewPayment
  business: Awaited<ReturnType<typeof getBusiness>>
  /** After the payment. Null if it counts on no invoice. */
  invoice: InvoiceRow | null
  /** Whether something was owed before. */
  wasOwed: boolean
  /** The part of the payment that was not owed. */
  excessMinor: number
}

const alreadyReceived: ReceivedPayment = {
  isNew: false,
  paymentId: null,
  becamePaid: false,
  overpaidMinor: 0,
}

/** Every payment is written here, but for those of imported invoices. One whose provider id or request id exists has no effect. */
export async function receivePayment(
  tx: Transaction,
  deps: InvoiceDeps,
  payment: NewPayment,
): Promise<ReceivedPayment> {
  const written = await writePayment(tx, deps, payment)
  if (!written) return alreadyReceived
  await queueMails(tx, deps, written)
  return pick(written, ['isNew', 'paymentId', 'becamePaid', 'overpaidMinor'])
}

/** Writes a payment without its mails. Returns null if it was written before. */
export async function writePayment(
  tx: Transaction,
  deps: InvoiceDeps,
  payment: NewPayment,
): Promise<WrittenPayment | null> {
  const { businessId, invoiceId, amountMinor, isTest = false } = payment
  const business = await getBusiness(tx, businessId)
  const written = { isNew: true, payment, business } as const
  const locked = invoiceId === null ? null : await lockInvoice(tx, invoiceId)
  // An amount in the currency that the invoice had before counts on no invoice.
  if (invoiceId === null || locked?.currency !== payment.currency) {
    const orphan = { ...payment, invoiceId: null, creditedMinor: 0 }
    const paymentId = await insertPayment(tx, orphan, business.timeZone)
    const nothing = { invoice: null, becamePaid: false, wasOwed: false, overpaidMinor: 0, excessMinor: 0 }
    return paymentId === null ? null : { ...written, ...nothing, paymentId }
  }
  const { totalMinor, creditNotesMinor } = locked
  const creditedMinor = earnedCredit(totalMinor - creditNotesMinor, amountMinor, payment.creditedMinor)
  const paymentId = await insertPayment(tx, { ...payment, creditedMinor }, business.timeZone)
  if (paymentId === null) return null
  const { before, becamePaid, overpaidMinor } = await settleInvoice(tx, { businessId, invoiceId }, deps.now())
  const excessMinor = before === 'paid' ? amountMinor : overpaidMinor
  const wasOwed = before === 'pending'
  const event = { businessId, invoiceId, isTest }
  if (wasOwed) {
    const kind = becamePaid ? 'paid' : 'payment'
    await tx.db.insert(invoiceEvents).values({ ...event, kind, amountMinor })
  }
  if (excessMinor > 0) {
    await tx.db.insert(invoiceEvents).values({ ...event, kind: 'overpaid', amountMinor: excessMinor })
  }
  if (!isProviderMethod(payment.method)) await deps.closeCheckouts(tx, { businessId, invoiceId })
  const invoice = await getInvoiceRow(tx, invoiceId)
  return { ...written, paymentId, invoice, becamePaid, wasOwed, overpaidMinor, excessMinor }
}

/** Queues the receipt, and the mail to the owner. */
export async function queueMails(tx: Transaction, deps: InvoiceDeps, written: WrittenPayment): Promise<void> {
  const { payment, business, invoice, paymentId, becamePaid, excessMinor } = written
  if (!invoice) {
    if (payment.notifyOwner) await queueOrphanPaymentMail(tx, deps, business, payment)
    return
  }
  if (payment.sendReceipt) {
    if (becamePaid) await queueReceipt(tx, deps, invoice, business)
    else if (paysForParts(written)) await queuePartReceipt(tx, deps, { invoice, business, paymentId })
  }
  if (payment.notifyOwner) await queuePaymentMail(tx, deps, { invoice, business, payment, excessMinor })
}

/** Whether a payment that left something open gets a receipt of its own. */
export function paysForParts({ wasOwed, becamePaid, invoice }: WrittenPayment): boolean {
  return wasOwed && !becamePaid && invoice?.parts != null
}

async function getBusiness({ db }: Transaction, businessId: string) {
  const [business] = await db
    .select({
      timeZone: businesses.timeZone,
      locale: businesses.locale,
      ownerVerified: businesses.ownerVerified,
      plan: businesses.plan,
      email: businesses.email,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw new AppError('NOT_FOUND', 'This business no longer exists.')
  return business
}

async function insertPayment(
  { db }: Transaction,
  payment: NewPayment,
  timeZone: string,
): Promise<string | null> {
  const { sendReceipt: _, notifyOwner: __, ...facts } = payment
  const receivedOn = payment.receivedOn ?? dateIn(timeZone, payment.receivedAt)
  const [row] = await db
    .insert(payments)
    .values({ ...facts, receivedOn })
    .onConflictDoNothing()
    .returning({ id: payments.id })
  return row?.id ?? null
}
