import { z } from 'zod'
import { type CardRefunds, type RefundFacts, CardProviderError } from '../cards/card-provider.ts'
import { refundStateOf } from '../cards/refund-state.ts'
import { type PaypalClient, checkResponse } from './paypal-client.ts'
import { moneyOf } from './paypal-money.ts'
import { type PaypalOrder, getOrder, linksSchema, refundSchema } from './paypal-orders.ts'

type Refund = z.output<typeof refundSchema>

const states = new Map<string, RefundFacts['state']>(
  Object.entries({
    PENDING: 'pending',
    COMPLETED: 'succeeded',
    CANCELLED: 'failed',
    FAILED: 'failed',
  } satisfies Record<string, RefundFacts['state']>),
)

/** PayPal does not guarantee `supplementary_data`. The `up` link contains the same id. */
const capturedSchema = z.object({
  id: z.string(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().min(1).nullish() }).nullish() })
    .nullish(),
  links: linksSchema,
})

export function createPaypalRefunds(client: PaypalClient): CardRefunds {
  return {
    create: ({ reference, paymentId, currency, amountMinor }) =>
      checkResponse(async () => {
        const answer = await client.post(`${capturePath(paymentId)}/refund`, {
          body: {
            amount: moneyOf({ minor: amountMinor, currency }),
            custom_id: reference,
            invoice_id: reference,
          },
          requestId: reference,
        })
        const refund = refundSchema.parse(answer)
        if (refund.custom_id && refund.custom_id !== reference) {
          throw new CardProviderError('malformed', 'PayPal answered with another refund.')
        }
        return factsOf(refund, reference)
      }),
    list: (paymentId, sessionId) =>
      checkResponse(async () => {
        const captured = capturedSchema.parse(await client.get(capturePath(paymentId)))
        if (captured.id !== paymentId) {
          throw new CardProviderError('malformed', 'PayPal answered with another payment.')
        }
        const { supplementary_data: extra, links } = captured
        const orderId = extra?.related_ids?.order_id ?? parentId(links, 'orders') ?? sessionId
        if (!orderId) throw new CardProviderError('malformed', 'PayPal names no order of a payment.')
        const [unit] = (await getOrder(client, orderId)).purchase_units
        return (unit.payments?.refunds ?? [])
          .filter((refund) => (parentId(refund.links, 'captures') ?? paymentId) === paymentId)
          .map((refund) => factsOf(refund, referenceOf(refund, unit)))
      }),
  }
}

/** Returns the id of the parent from the `up` link: the order of a payment, or the payment of a refund. */
function parentId(links: z.output<typeof linksSchema>, kind: 'orders' | 'captures'): string | undefined {
  const href = links?.find(({ rel }) => rel === 'up')?.href
  const [, found, id] = /\/(orders|captures)\/([\w-]+)\/?$/.exec(href ?? '') ?? []
  return found === kind ? id : undefined
}

function capturePath(captureId: string): string {
  return `/v2/payments/captures/${encodeURIComponent(captureId)}`
}

function factsOf({ id, amount, status }: Refund, reference: string | null): RefundFacts {
  const { minor: amountMinor, currency } = amount
  return { providerRefundId: id, reference, currency, amountMinor, ...refundStateOf(states, status) }
}

/** A refund made in PayPal's dashboard may inherit the ids of its payment, which are not our reference. */
function referenceOf(refund: Refund, unit: PaypalOrder['purchase_units'][0]): string | null {
  return (
    unlessInherited(refund.custom_id, unit.custom_id) ?? unlessInherited(refund.invoice_id, unit.invoice_id)
  )
}

function unlessInherited(id: string | null | undefined, inherited: string | null | undefined): string | null {
  return id && id !== inherited ? id : null
}
