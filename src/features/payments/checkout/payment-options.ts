import { withTenant } from '../../../platform/db/transaction.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { toDocument } from '../../invoices/invoice-view.ts'
import { type InvoiceKey, getInvoiceWithBusiness } from '../../invoices/queries.ts'
import type { getPaymentOptions } from '../contract.ts'
import { waysToPay } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { readAutopay } from '../saved-cards/read-autopay.ts'
import { chargeProblem } from './charge-problem.ts'
import { findRunningCheckout, isUnderWay } from './checkout-queries.ts'
import { isDueForDeletion } from './payment-conditions.ts'

export async function paymentOptions(
  deps: PaymentDeps,
  { businessId, invoiceId }: InvoiceKey,
): Promise<ResponseOf<typeof getPaymentOptions>> {
  const [found, running, ways, isBusinessEnding, autopay] = await withTenant(
    deps.database,
    businessId,
    async (tx) => {
      const read = await Promise.all([
        getInvoiceWithBusiness(tx, businessId, invoiceId),
        findRunningCheckout(tx, invoiceId),
        waysToPay(tx, deps),
        isDueForDeletion(tx, deps, businessId),
      ])
      return [...read, await readAutopay(tx, read[0].invoice)] as const
    },
  )
  const { status, amountDueMinor, currency, locale, isDisputed, parts } = toDocument(deps, found)
  const isClosed = isBusinessEnding || isDisputed
  const amountMinor = status === 'paid' ? 0 : amountDueMinor
  const due = { minor: amountMinor, currency }
  const cardProblem = chargeProblem('card', due)
  const paypalProblem = chargeProblem('paypal', due)
  return {
    currency,
    locale,
    amountMinor,
    wholeMinor: parts.length > 0 && found.invoice.openMinor > amountMinor ? found.invoice.openMinor : null,
    card: !isClosed && ways.card !== null && cardProblem === null,
    paypal: !isClosed && ways.paypal !== null && paypalProblem === null,
    cardProblem,
    paypalProblem: ways.paypal === null ? null : paypalProblem,
    isSandbox: ways.card?.isLive === false,
    isPaypalSandbox: ways.paypal?.isLive === false,
    demo: !isClosed && amountMinor > 0 && ways.tests,
    isProcessing: running !== undefined && isUnderWay(running) && (ways.tests || !running.isTest),
    isDisputed,
    ...autopay,
  }
}
