import type { CheckoutRequest } from '../../../platform/cards/card-provider.ts'
import { addDays, dateIn } from '../../../shared/dates.ts'
import { publicUrlOf } from '../../invoices/invoice-view.ts'
import type { ProviderMethod } from '../rules.ts'

const minute = 60
/** The provider takes from half an hour to a day; the minutes between are for clocks that differ, and for asking again. */
const shortest = 32 * minute
const longest = 24 * 60 * minute - minute
const shortestToAskAgain = 31 * minute

interface Asked {
  provider: ProviderMethod
  checkoutId: string
  businessId: string
  invoice: { id: string; number: string; companyName: string; clientEmail: string }
  amountCents: number
  /** The last day of the offer, when the amount is that of paying early. */
  offerEnds: string | null
  timeZone: string
  now: Date
  appUrl: string
}

/** What the provider is asked for. Its addresses come from our own settings and ids, from nothing that anybody sent. */
export function checkoutRequest(asked: Asked): CheckoutRequest {
  const { provider, checkoutId, businessId, invoice, amountCents, appUrl } = asked
  // PayPal adds its name of the visit by itself, and knows no placeholder.
  const session = provider === 'card' ? '&session_id={CHECKOUT_SESSION_ID}' : ''
  return {
    reference: checkoutId,
    amountCents,
    description: `Invoice ${invoice.number} from ${invoice.companyName}`,
    email: invoice.clientEmail,
    successUrl: `${appUrl}/payment-success?invoice_id=${invoice.id}${session}`,
    cancelUrl: `${publicUrlOf(appUrl, invoice.id)}?canceled=true`,
    expiresAt: expiryOf(asked),
    metadata: { business_id: businessId, invoice_id: invoice.id, checkout_id: checkoutId },
  }
}

/** A page with the lower price closes when the offer ends, or as soon after that as the provider can close one. */
function expiryOf({ now, offerEnds, timeZone }: Asked): number {
  const from = seconds(now)
  const latest = from + longest
  if (offerEnds === null) return latest
  return Math.max(from + shortest, Math.min(latest, endOfDay(timeZone, offerEnds)))
}

/** Asked too late, the provider refuses: nobody can then tell whether there is such a page. */
export function canAskAgain({ expiresAt }: Pick<CheckoutRequest, 'expiresAt'>, now: Date): boolean {
  return expiresAt - seconds(now) >= shortestToAskAgain
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

/** The first second that is not of this day there. Found by trying: days differ in length where clocks are changed. */
function endOfDay(timeZone: string, iso: string): number {
  const guess = Date.parse(`${addDays(iso, 1)}T00:00:00Z`) / 1000
  let [within, after] = [guess - 15 * 3600, guess + 15 * 3600]
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2)
    if (dateIn(timeZone, new Date(middle * 1000)) > iso) after = middle
    else within = middle
  }
  return after
}
