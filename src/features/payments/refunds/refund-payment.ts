import { and, eq } from 'drizzle-orm'
import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { disputes, payments, refunds } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { currencyName } from '../../../shared/currencies.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { BodyOf, ParamsOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { countsAsDisputed } from '../../invoices/document/ledger-rules.ts'
import { toInvoice } from '../../invoices/invoice-view.ts'
import { getInvoiceRow, lockInvoice } from '../../invoices/queries.ts'
import { cardFailure } from '../accounts/card-failure.ts'
import { fitsDecimals } from '../checkout/charge-problem.ts'
import type * as contract from '../contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { decimalsText, isProviderMethod, isRestored, providerNames } from '../rules.ts'
import { type RequestedRefund, makeRefund } from './make-refund.ts'

/** Refunds a payment. Stored before the provider is asked, the refund is made once whatever fails. */
export async function refundPayment(
  deps: PaymentDeps,
  identity: Identity,
  params: ParamsOf<typeof contract.refundPayment>,
  body: BodyOf<typeof contract.refundPayment>,
): Promise<Invoice> {
  const { businessId, business } = identity
  const refund = await withTenant(deps.database, businessId, (tx) =>
    requestRefund(tx, deps, identity, params, body),
  )
  const state = refund.state === 'requested' ? await makeRequested(deps, identity, refund) : refund.state
  if (state === 'failed') throw cardFailure(new Error(`refund ${refund.id} failed`), refusalOf(refund))
  const row = await withTenant(deps.database, businessId, (tx) => getInvoiceRow(tx, params.id))
  return toInvoice(row, { today: dateIn(business.timeZone, deps.now()), appUrl: deps.appUrl })
}

async function makeRequested(
  deps: PaymentDeps,
  { userId }: Identity,
  { isRetry, ...refund }: RequestedRefund & { isRetry: boolean },
) {
  try {
    return await makeRefund(deps, refund, { isRetry, ownerIsWaiting: true, userId })
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    throw cardFailure(error, `${providerName(refund)} ${delayOf(refund, error)}. We’ll try the refund again.`)
  }
}

function delayOf(
  { isOwn }: RequestedRefund,
  { isWrongKey, isMissing, isUnreadable }: CardProviderError,
): string {
  if (isUnreadable) return 'couldn’t be reached because the saved keys can no longer be read'
  if (isOwn && isWrongKey) return 'no longer accepts the saved keys'
  return isOwn && isMissing ? 'can’t find the payment with the saved keys' : 'couldn’t be reached'
}

function providerName({ provider }: RequestedRefund): string {
  return provider === 'paypal' ? 'PayPal' : 'The card provider'
}

function refusalOf(refund: RequestedRefund): string {
  if (!refund.isOwn) return `${providerName(refund)} refused the refund. Nothing was refunded.`
  const which = refund.provider === 'paypal' ? 'PayPal' : 'Stripe'
  return (
    `The refund wasn’t made, and nothing was refunded. The payment went to your own ${which} account. Make the refund ` +
    `at ${which}, or enter the keys of that account in Integrations.`
  )
}

async function requestRefund(
  tx: Transaction,
  deps: PaymentDeps,
  { businessId, userId }: Identity,
  { id: invoiceId, paymentId }: ParamsOf<typeof contract.refundPayment>,
  { amountMinor, stillOwed, requestId }: BodyOf<typeof contract.refundPayment>,
) {
  await lockInvoice(tx, invoiceId)
  const [payment] = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.invoiceId, invoiceId)))
  if (!payment) throw new AppError('NOT_FOUND', 'This payment could not be found.')
  const { providerPaymentId, method: provider, isOwn, currency } = payment
  if (providerPaymentId === null || !isProviderMethod(provider)) {
    throw notRefundable('Only payments by card or PayPal can be refunded here.')
  }
  if (isRestored(providerPaymentId)) {
    throw notRefundable(`This payment came with an archive. Please refund it at ${providerNames[provider]}.`)
  }
  if (payment.undoneAt) throw notRefundable('This test payment has been removed.')
  const [repeated] = await tx.db.select().from(refunds).where(eq(refunds.id, requestId))
  if (repeated) {
    if (repeated.paymentId === paymentId && repeated.amountMinor === amountMinor) {
      // The owner may have changed this choice after an attempt whose response was lost.
      if (repeated.state === 'requested' && repeated.stillOwed !== stillOwed) {
        await tx.db.update(refunds).set({ stillOwed }).where(eq(refunds.id, requestId))
      }
      return { ...repeated, provider, isOwn, providerPaymentId, isRetry: true }
    }
    throw notRefundable('This refund was already requested with a different amount.')
  }
  const earlier = await tx.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
  const disputed = await tx.db.select().from(disputes).where(eq(disputes.paymentId, paymentId))
  if (disputed.some(({ state }) => state === 'open')) {
    throw notRefundable('This payment is disputed, so it can’t be refunded until the bank has decided.')
  }
  // A refund without a response reserves its amount, because the provider may still make it.
  const taken = [...earlier.filter(({ state }) => state !== 'failed'), ...disputed.filter(countsAsDisputed)]
  const left = payment.amountMinor - taken.reduce((sum, item) => sum + item.amountMinor, 0)
  if (amountMinor > left) {
    const { locale } = await getInvoiceRow(tx, invoiceId)
    const refusal = disputed.some(countsAsDisputed)
      ? 'The client’s bank has already taken this payment back.'
      : 'This payment has already been refunded.'
    throw notRefundable(
      left > 0 ? `At most ${formatMoney(left, { currency, locale })} can be refunded.` : refusal,
    )
  }
  if (!fitsDecimals(provider, amountMinor, currency)) {
    const which = `${currencyName(currency)} only ${decimalsText(currency)}`
    throw notRefundable(`${providerNames[provider]} refunds ${which}.`)
  }
  const now = deps.now()
  const [refund] = await tx.db
    .insert(refunds)
    .values({
      businessId,
      id: requestId,
      paymentId,
      amountMinor,
      state: 'requested',
      stillOwed,
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!refund) throw new Error('no row came back for the new refund')
  return { ...refund, provider, isOwn, providerPaymentId, isRetry: false }
}

function notRefundable(message: string): AppError {
  return new AppError('NOT_REFUNDABLE', message, { fields: { amountMinor: message } })
}
