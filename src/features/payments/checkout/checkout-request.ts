import type { ChargeRequest, CheckoutRequest, SavedCardRef } from '../../../platform/cards/card-provider.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { addDays, dateIn } from '../../../shared/dates.ts'
import { publicUrlOf } from '../../invoices/invoice-view.ts'
import type { ProviderMethod } from '../rules.ts'

const minute = 60
/** Providers accept 30 minutes to 24 hours. The spare minutes allow for clock differences and retries. */
const minLifetime = 32 * minute
const maxLifetime = 24 * 60 * minute - minute
const minRetryLifetime = 31 * minute

interface CheckoutDetails {
  provider: ProviderMethod
  checkoutId: string
  businessId: string
  invoice: { id: string; number: string; companyName: string; clientEmail: string }
  currency: Currency
  amountMinor: number
  /** The last day of the early payment discount, if the amount includes it. */
  offerEnds: string | null
  timeZone: string
  now: Date
  appUrl: string
  savesCard?: boolean
}

/** The request to the provider. Its URLs come from settings and our own ids, never from client input. */
export function checkoutRequest(details: CheckoutDetails): CheckoutRequest {
  const { provider, checkoutId, businessId, invoice, currency, amountMinor, appUrl } = details
  // PayPal appends its own token and has no placeholder.
  const session = provider === 'card' ? '&session_id={CHECKOUT_SESSION_ID}' : ''
  return {
    reference: checkoutId,
    currency,
    amountMinor,
    description: `Invoice ${invoice.number} from ${invoice.companyName}`,
    email: invoice.clientEmail,
    successUrl: `${appUrl}/payment-success?invoice_id=${invoice.id}${session}`,
    cancelUrl: `${publicUrlOf(appUrl, invoice.id)}?canceled=true`,
    expiresAt: expiryOf(details),
    metadata: { business_id: businessId, invoice_id: invoice.id, checkout_id: checkoutId },
    ...(details.savesCard && { savesCard: true }),
  }
}

/** Shorter than the day for which the provider remembers the reference of a request. */
const maxRepeats = 23 * 60 * minute

/** The request to charge a saved card. It is repeated until it expires. */
export function chargeOf(
  { customerId, paymentMethodId }: SavedCardRef,
  details: Pick<
    CheckoutDetails,
    'checkoutId' | 'businessId' | 'invoice' | 'currency' | 'amountMinor' | 'now' | 'appUrl'
  >,
): ChargeRequest {
  const page = { provider: 'card', offerEnds: null, timeZone: 'UTC' } as const
  return {
    ...checkoutRequest({ ...details, ...page }),
    expiresAt: seconds(details.now) + maxRepeats,
    savedCard: { customerId, paymentMethodId },
  }
}

/** A page with the discounted price expires with the discount, or as soon after it as the provider allows. */
function expiryOf({ now, offerEnds, timeZone }: CheckoutDetails): number {
  const from = seconds(now)
  const latest = from + maxLifetime
  if (offerEnds === null) return latest
  return Math.max(from + minLifetime, Math.min(latest, endOfDay(timeZone, offerEnds)))
}

/** The provider refuses an expiry that is too close, which would leave unknown whether the page exists. */
export function canRetryRequest({ expiresAt }: Pick<CheckoutRequest, 'expiresAt'>, now: Date): boolean {
  return expiresAt - seconds(now) >= minRetryLifetime
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

/** The first second after this day. A binary search, because days differ in length when clocks change. */
function endOfDay(timeZone: string, iso: string): number {
  const guess = Date.parse(`${addDays(iso, 1)}T00:00:00Z`) / 1000
  let [inside, after] = [guess - 15 * 3600, guess + 15 * 3600]
  while (after - inside > 1) {
    const middle = Math.floor((inside + after) / 2)
    if (dateIn(timeZone, new Date(middle * 1000)) > iso) after = middle
    else inside = middle
  }
  return after
}
