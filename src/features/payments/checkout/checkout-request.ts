import type { ChargeRequest, CheckoutRequest, SavedCardRef } from '../../../platform/cards/card-provider.ts'
import { addDays, dateIn } from '../../../shared/dates.ts'
import type { Money } from '../../../shared/money.ts'
import { publicUrlOf } from '../../invoices/invoice-view.ts'
import { type ProviderMethod, invoicesText } from '../rules.ts'

const minute = 60
/** Providers accept 30 minutes to 24 hours. The spare minutes allow for clock differences and retries. */
const minLifetime = 32 * minute
const maxLifetime = 24 * 60 * minute - minute
const minRetryLifetime = 31 * minute

interface PaidInvoice {
  id: string
  number: string
  companyName: string
  clientEmail: string
}

interface PageDetails {
  provider: ProviderMethod
  pageId: string
  businessId: string
  /** The client whose own page the payment started from, if it did. */
  clientId: string | null
  invoices: readonly [PaidInvoice, ...PaidInvoice[]]
  money: Money
  /** The last day of each early payment discount that the amount includes. */
  offerEnds: readonly string[]
  timeZone: string
  now: Date
  appUrl: string
  savesCard?: boolean
}

/**
 * The request to the provider. Its URLs come from settings and our own ids, never from client input, and none lets its
 * reader into the client's own page.
 */
export function checkoutRequest(details: PageDetails): CheckoutRequest {
  const { provider, pageId, businessId, clientId, invoices, money, appUrl } = details
  const [invoice] = invoices
  // PayPal appends its own token and has no placeholder.
  const session = provider === 'card' ? '&session_id={CHECKOUT_SESSION_ID}' : ''
  const text = invoicesText(invoices.map(({ number }) => number))
  const origin = clientId === null ? publicUrlOf(appUrl, invoice.id) : `${appUrl}/portal`
  return {
    reference: pageId,
    currency: money.currency,
    amountMinor: money.minor,
    description: `${text.charAt(0).toUpperCase()}${text.slice(1)} from ${invoice.companyName}`,
    email: invoice.clientEmail,
    successUrl: `${appUrl}/payment-success?invoice_id=${invoice.id}${session}`,
    cancelUrl: `${origin}?canceled=true`,
    expiresAt: expiryOf(details),
    metadata: { business_id: businessId, invoice_id: invoice.id, checkout_id: pageId },
    ...(details.savesCard && { savesCard: true }),
  }
}

/** Shorter than the day for which the provider remembers the reference of a request. */
const maxRepeats = 23 * 60 * minute

/** The request to charge a saved card. It is repeated until it expires. */
export function chargeOf(
  { customerId, paymentMethodId }: SavedCardRef,
  details: Omit<PageDetails, 'provider' | 'clientId' | 'offerEnds' | 'timeZone' | 'savesCard'>,
): ChargeRequest {
  const alone = { provider: 'card', clientId: null, offerEnds: [], timeZone: 'UTC' } as const
  return {
    ...checkoutRequest({ ...details, ...alone }),
    expiresAt: seconds(details.now) + maxRepeats,
    savedCard: { customerId, paymentMethodId },
  }
}

/** A page with the discounted price expires with the discount, or as soon after it as the provider allows. */
function expiryOf({ now, offerEnds, timeZone }: PageDetails): number {
  const from = seconds(now)
  const ends = offerEnds.map((day) => endOfDay(timeZone, day))
  const end = Math.min(from + maxLifetime, ...ends)
  return ends.length === 0 ? end : Math.max(from + minLifetime, end)
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
