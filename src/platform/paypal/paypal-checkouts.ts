import { z } from 'zod'
import {
  type CardCheckouts,
  type CheckoutFacts,
  type CheckoutRequest,
  CardProviderError,
} from '../cards/card-provider.ts'
import { type PaypalClient, checkResponse } from './paypal-client.ts'
import { PaypalRefusal, problemOfHold } from './paypal-error.ts'
import { moneyOf } from './paypal-money.ts'
import { type PaypalOrder, getOrder, orderPath } from './paypal-orders.ts'

const hour = 3_600_000
/** How long the client can approve an order. PayPal's responses contain no expiry. */
const approvalMs = 3 * hour
/** The maximum time after that in which an approved order can be captured. */
const captureMs = 6 * hour
const maxDescriptionLength = 127

const declinedText = 'PayPal couldn’t charge the payment method you chose.'
const refusedText = 'PayPal couldn’t send your payment to this business. Please pay another way.'

interface Options {
  now: () => Date
  /** Whether the payment page may use plain http, as the local sandbox does. */
  allowsHttp: boolean
}

export function createPaypalCheckouts(client: PaypalClient, options: Options): CardCheckouts {
  const { now } = options
  const createdOrderSchema = z.object({
    id: z.string().min(1).max(36),
    links: z.array(z.object({ rel: z.string(), href: z.string() })),
  })

  async function read(orderId: string): Promise<CheckoutFacts> {
    const order = await getOrder(client, orderId)
    if (order.status !== 'APPROVED') return factsOf(order, now())
    const refusal = await capture(client, order, now())
    if (!refusal) return factsOf(await getCaptured(client, orderId), now())
    return factsOfRefusal(order, refusal, now())
  }

  return {
    create: (checkout) =>
      checkResponse(async () => {
        const { reference } = checkout
        const request = { body: bodyOf(checkout), requestId: reference }
        const { id, links } = createdOrderSchema.parse(await client.post('/v2/checkout/orders', request))
        const link = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
        const protocol = options.allowsHttp ? /^https?$/ : /^https$/
        return { sessionId: id, url: link ? z.url({ protocol }).parse(link.href) : null }
      }),
    read: (orderId) => checkResponse(() => read(orderId)),
    // PayPal cannot close an order. An order that is never captured has no effect, so it is left to expire.
    expire: (orderId) =>
      checkResponse(async () => {
        const order = await getOrder(client, orderId)
        const facts = factsOf(order, now())
        return facts.state === 'open' ? { ...facts, state: 'expired', declined: null } : facts
      }),
  }
}

function bodyOf(request: CheckoutRequest): object {
  const { reference, currency, amountMinor, description, successUrl, cancelUrl } = request
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: reference,
        custom_id: reference,
        // An account can be set to refuse a second payment with the same invoice id.
        invoice_id: reference,
        description: shortened(description),
        amount: moneyOf({ minor: amountMinor, currency }),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: successUrl,
          cancel_url: cancelUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
        },
      },
    },
  }
}

function shortened(text: string): string {
  if (text.length <= maxDescriptionLength) return text
  const cut = text.slice(0, maxDescriptionLength - 1)
  // Never cut a character in half.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

function referenceOf({ purchase_units: [unit] }: PaypalOrder): string | null {
  return unit.custom_id ?? null
}

/**
 * Returns null on success, otherwise the refusal. PayPal captures an order at most once, whatever the request
 * ids. The id must change, because the same one repeats a refusal even if the client has chosen another
 * payment method. So it holds the time of approval and, as PayPal does not always report that, the minute.
 */
async function capture(client: PaypalClient, order: PaypalOrder, now: Date): Promise<PaypalRefusal | null> {
  const approval = (order.update_time ?? order.create_time)?.getTime() ?? 0
  const parts = [approval, Math.floor(now.getTime() / 60_000)].map((part) => part.toString(36))
  try {
    await client.post(`${orderPath(order.id)}/capture`, {
      body: {},
      requestId: [order.id, ...parts].join('-'),
    })
    return null
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) throw error
    const isDone = error.issues.some((issue) => /^ORDER_(ALREADY_CAPTURED|COMPLETED_OR_VOIDED)$/.test(issue))
    return isDone ? null : error
  }
}

/** Reads the order again, instead of the response to the capture, so that there is one way to read it. */
async function getCaptured(client: PaypalClient, orderId: string): Promise<PaypalOrder> {
  const order = await getOrder(client, orderId)
  if (order.status === 'APPROVED') {
    throw new CardProviderError('malformed', 'An order that was captured is not said to be.')
  }
  return order
}

function factsOfRefusal(order: PaypalOrder, refusal: PaypalRefusal, now: Date): CheckoutFacts {
  const reference = referenceOf(order)
  const isOver = refusal.issues.includes('ORDER_EXPIRED') || ageOf(order, now) > captureMs
  if (isOver) return { state: 'expired', reference, declined: null }
  if (refusal.kind === 'declined') return { state: 'open', reference, declined: declinedText }
  // The client is asked to pay another way, so this order must not be charged after the account works again.
  if (refusal.problem) {
    return { state: 'expired', reference, declined: refusedText, problem: refusal.problem }
  }
  const mustApprove = refusal.issues.some((issue) =>
    /^(ORDER_NOT_APPROVED|PAYER_ACTION_REQUIRED)$/.test(issue),
  )
  if (mustApprove) return { state: 'open', reference, declined: null }
  throw refusal
}

function ageOf(order: PaypalOrder, now: Date): number {
  return now.getTime() - (order.create_time ?? now).getTime()
}

const knownOrders = new Set([
  'CREATED',
  'SAVED',
  'APPROVED',
  'VOIDED',
  'COMPLETED',
  'PAYER_ACTION_REQUIRED',
  'PENDING_APPROVAL',
])
const failedCaptures = new Set(['DECLINED', 'DENIED', 'FAILED'])

function factsOf(order: PaypalOrder, now: Date): CheckoutFacts {
  const reference = referenceOf(order)
  const [{ payments }] = order.purchase_units
  const captures = payments?.captures ?? []
  const taken = captures.find(({ status }) => /^(COMPLETED|PARTIALLY_REFUNDED|REFUNDED)$/.test(status))
  if (taken) {
    const { id: paymentId, amount } = taken
    const paidAt = taken.create_time ?? order.update_time ?? now
    return {
      state: 'paid',
      reference,
      paymentId,
      currency: amount.currency,
      amountMinor: amount.minor,
      paidAt,
    }
  }
  const pending = captures.find(({ status }) => status === 'PENDING')
  if (pending) {
    const problem = problemOfHold(pending.status_details?.reason)
    return { state: 'processing', reference, ...(problem ? { problem } : {}) }
  }
  const other = captures.find(({ status }) => !failedCaptures.has(status))
  if (other) return { state: 'unknown', reference, unknownStatus: `capture ${other.status}` }
  if (!knownOrders.has(order.status)) {
    return { state: 'unknown', reference, unknownStatus: `order ${order.status}` }
  }
  const declined = captures.length > 0 ? declinedText : null
  if (order.status === 'COMPLETED') {
    if (captures.length === 0) throw new CardProviderError('malformed', 'A completed order has no payment.')
    // The bank or the business declined afterwards. Such an order cannot be paid again.
    return { state: 'expired', reference, declined }
  }
  const isOver = order.status === 'VOIDED' || ageOf(order, now) > approvalMs
  return { state: isOver ? 'expired' : 'open', reference, declined }
}
