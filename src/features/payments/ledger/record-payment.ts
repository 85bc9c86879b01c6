import { and, eq } from 'drizzle-orm'
import { payments } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { type Limit, releaseLimits, withinLimits } from '../../../platform/limits/limit.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { formatMoney } from '../../../shared/money.ts'
import { assertApproved } from '../../invoices/approval/assert-approved.ts'
import type { Invoice } from '../../invoices/contract.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { toInvoice } from '../../invoices/invoice-view.ts'
import { clientMailLimit, getMailFacts } from '../../invoices/mail/mail-limit.ts'
import { type InvoiceRow, getInvoiceRow, lockInvoice } from '../../invoices/queries.ts'
import { earlyPaymentOn } from '../../invoices/rules.ts'
import { assertOpen, holdClosedThrough } from '../../periods/assert-open-period.ts'
import { assertNotCancelled } from '../checkout/payment-conditions.ts'
import type * as contract from '../contract.ts'
import { receivePayment } from './receive-payment.ts'

type Input = BodyOf<typeof contract.recordPayment>

/** Records a payment that was made another way. */
export async function recordPayment(
  deps: InvoiceDeps,
  identity: Identity,
  invoiceId: string,
  input: Input,
): Promise<Invoice> {
  const { businessId, business } = identity
  const now = deps.now()
  const today = dateIn(business.timeZone, now)
  if (input.receivedOn > today) throw fieldError('receivedOn', 'This date is in the future.')
  const receivedAt = input.receivedOn === today ? now : momentOn(business.timeZone, input.receivedOn)
  const limits = await receiptLimits(deps, businessId, invoiceId, input)
  const { row, becamePaid } = await withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      const [closedThrough] = await Promise.all([
        holdClosedThrough(tx, businessId),
        lockInvoice(tx, invoiceId),
      ])
      const invoice = await getInvoiceRow(tx, invoiceId)
      if (await isRecorded(tx, { businessId, invoiceId, requestId: input.requestId })) {
        return { row: invoice, becamePaid: false }
      }
      assertApproved(invoice)
      assertFits(invoice, input.amountMinor)
      assertOpen(closedThrough, [input.receivedOn])
      const { method, amountMinor, receivedOn, note, requestId, sendReceipt } = input
      const received = await receivePayment(tx, deps, {
        businessId,
        invoiceId,
        invoiceNumber: invoice.number,
        method,
        currency: invoice.currency,
        amountMinor,
        creditedMinor: earlyPaymentOn(receivedOn, invoice)?.discountMinor ?? 0,
        receivedAt,
        receivedOn,
        note,
        createdBy: identity.userId,
        requestId,
        sendReceipt,
        notifyOwner: false,
      })
      return { row: await getInvoiceRow(tx, invoiceId), becamePaid: received.becamePaid }
    }),
  )
  // No receipt was sent, so the mail limit is given back.
  if (!becamePaid && limits.length > 0) await releaseLimits(deps.database, limits)
  return toInvoice(row, { today, appUrl: deps.appUrl })
}

async function receiptLimits(
  { database }: Deps<'database'>,
  businessId: string,
  invoiceId: string,
  { sendReceipt }: Input,
): Promise<Limit[]> {
  if (!sendReceipt) return []
  const { plan } = await getMailFacts(database, businessId, invoiceId)
  return [clientMailLimit(businessId, plan)]
}

async function isRecorded(
  { db }: Transaction,
  { businessId, invoiceId, requestId }: { businessId: string; invoiceId: string; requestId: string },
): Promise<boolean> {
  const [recorded] = await db
    .select({ invoiceId: payments.invoiceId })
    .from(payments)
    .where(and(eq(payments.businessId, businessId), eq(payments.requestId, requestId)))
  if (recorded && recorded.invoiceId !== invoiceId) {
    throw fieldError('requestId', 'This request ID was already used for a payment of another invoice.')
  }
  return recorded !== undefined
}

function assertFits(invoice: InvoiceRow, amountMinor: number): void {
  const { status, totalMinor, openMinor } = invoice
  if (status === 'paid') throw new AppError('INVOICE_PAID', 'This invoice is already paid.')
  assertNotCancelled(invoice)
  if (amountMinor === 0 && totalMinor > 0) throw fieldError('amountMinor', 'Please enter an amount.')
  if (amountMinor > openMinor) {
    throw fieldError(
      'amountMinor',
      `This is more than the balance due of ${formatMoney(openMinor, invoice)}.`,
    )
  }
}

/** Noon UTC falls on the same date everywhere except in the easternmost time zones. */
export function momentOn(timeZone: string, date: string): Date {
  const noon = new Date(`${date}T12:00:00Z`)
  return dateIn(timeZone, noon) === date ? noon : new Date(`${date}T00:00:00Z`)
}
