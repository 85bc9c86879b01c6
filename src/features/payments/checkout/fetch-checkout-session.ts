import type { CheckoutFacts } from '../../../platform/cards/card-provider.ts'
import type { InvoiceRow } from '../../invoices/queries.ts'
import type { PaymentAccount } from '../accounts/payment-accounts.ts'
import { type Checkout, isRunning } from './checkout-queries.ts'

type CheckoutSession = Pick<
  Checkout,
  'provider' | 'state' | 'amountCents' | 'creditedCents' | 'expiresAt' | 'sessionId'
> & {
  sessionId: string
}

/** Whether the invoice still asks for what the page asks for. */
export function isStillDue(
  { amountCents, creditedCents }: Pick<Checkout, 'amountCents' | 'creditedCents'>,
  invoice: Pick<InvoiceRow, 'status' | 'openCents' | 'isDisputed'> | undefined,
): boolean {
  return (
    invoice?.status === 'pending' && !invoice.isDisputed && invoice.openCents === amountCents + creditedCents
  )
}

/**
 * How a visit to the provider's page stands. To ask PayPal is to take the money that the client has agreed to there, so
 * what is over or not due any more is only looked at.
 */
export function fetchCheckoutSession(
  { checkouts }: PaymentAccount,
  visit: CheckoutSession,
  { isDue, now }: { isDue: boolean; now: Date },
): Promise<CheckoutFacts> {
  const isWanted = isDue && isRunning(visit) && now < visit.expiresAt
  return visit.provider === 'card' || isWanted
    ? checkouts.read(visit.sessionId)
    : checkouts.expire(visit.sessionId)
}
