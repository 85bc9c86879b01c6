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

/** Whether the amount of the checkout is still the amount due. */
export function isStillDue(
  { amountCents, creditedCents }: Pick<Checkout, 'amountCents' | 'creditedCents'>,
  invoice: Pick<InvoiceRow, 'status' | 'openCents' | 'isDisputed'> | undefined,
): boolean {
  return (
    invoice?.status === 'pending' && !invoice.isDisputed && invoice.openCents === amountCents + creditedCents
  )
}

/**
 * Fetches the state of a checkout session. Reading a PayPal session captures the money that the client
 * approved, so a session that is over or no longer due is expired instead, which captures nothing.
 */
export function fetchCheckoutSession(
  { checkouts }: PaymentAccount,
  session: CheckoutSession,
  { isDue, now }: { isDue: boolean; now: Date },
): Promise<CheckoutFacts> {
  const mayCapture = isDue && isRunning(session) && now < session.expiresAt
  return session.provider === 'card' || mayCapture
    ? checkouts.read(session.sessionId)
    : checkouts.expire(session.sessionId)
}
