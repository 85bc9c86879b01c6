import { z } from 'zod'
import { CardProviderError } from '../cards/card-provider.ts'
import type { CardRefunds, RefundFacts } from '../cards/card-provider.ts'
import { orNonsense } from './paypal-client.ts'
import type { PaypalClient } from './paypal-client.ts'
import { moneyOf } from './paypal-money.ts'
import { getOrder, refundSchema } from './paypal-orders.ts'
import type { PaypalOrder } from './paypal-orders.ts'

type Refund = z.output<typeof refundSchema>

const states: Record<Refund['status'], RefundFacts['state']> = {
  PENDING: 'pending',
  COMPLETED: 'succeeded',
  CANCELLED: 'failed',
  FAILED: 'failed',
}

const capturedSchema = z.object({
  id: z.string(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().min(1) }) }),
})

export function createPaypalRefunds(client: PaypalClient): CardRefunds {
  return {
    create: ({ reference, paymentId, amountCents }) =>
      orNonsense(async () => {
        const answer = await client.post(`${capturePath(paymentId)}/refund`, {
          body: { amount: moneyOf(amountCents), custom_id: reference, invoice_id: reference },
          requestId: reference,
        })
        const refund = refundSchema.parse(answer)
        if (refund.custom_id && refund.custom_id !== reference) {
          throw new CardProviderError('nonsense', 'PayPal answered with another refund.')
        }
        return factsOf(refund, reference)
      }),
    list: (paymentId) =>
      orNonsense(async () => {
        const { id, supplementary_data } = capturedSchema.parse(await client.get(capturePath(paymentId)))
        if (id !== paymentId) throw new CardProviderError('nonsense', 'PayPal answered with another payment.')
        const order = await getOrder(client, supplementary_data.related_ids.order_id)
        const [unit] = order.purchase_units
        return (unit.payments?.refunds ?? []).map((refund) => factsOf(refund, referenceOf(refund, unit)))
      }),
  }
}

function capturePath(captureId: string): string {
  return `/v2/payments/captures/${encodeURIComponent(captureId)}`
}

function factsOf({ id, amount, status }: Refund, reference: string | null): RefundFacts {
  return { providerRefundId: id, reference, amountCents: amount, state: states[status] }
}

/** One that was made in PayPal's own pages may carry what its payment carries, which is no name of ours for it. */
function referenceOf(refund: Refund, unit: PaypalOrder['purchase_units'][0]): string | null {
  return ownName(refund.custom_id, unit.custom_id) ?? ownName(refund.invoice_id, unit.invoice_id)
}

function ownName(name: string | null | undefined, inherited: string | null | undefined): string | null {
  return name && name !== inherited ? name : null
}
