import { z } from 'zod'
import { CardProviderError } from '../cards/card-provider.ts'
import type { PaypalClient } from './paypal-client.ts'
import { moneySchema } from './paypal-money.ts'

const momentSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Only `rel` and `href` are used. */
export const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).nullish()

// PayPal adds new statuses and reasons without a new version of its API.
const captureSchema = z.object({
  id: z.string().min(1),
  status: z.string(),
  status_details: z.object({ reason: z.string().nullish() }).nullish(),
  amount: moneySchema,
  create_time: momentSchema.optional(),
})

export const refundSchema = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: moneySchema,
  custom_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  links: linksSchema,
})

const orderSchema = z.object({
  id: z.string(),
  intent: z.literal('CAPTURE'),
  status: z.string(),
  // PayPal guarantees neither timestamp.
  create_time: momentSchema.optional(),
  update_time: momentSchema.optional(),
  purchase_units: z.tuple([
    z.object({
      custom_id: z.string().nullish(),
      invoice_id: z.string().nullish(),
      payments: z
        .object({
          captures: z.array(captureSchema).optional(),
          refunds: z.array(refundSchema).optional(),
        })
        .optional(),
    }),
  ]),
})
export type PaypalOrder = z.output<typeof orderSchema>

export function orderPath(orderId: string): string {
  return `/v2/checkout/orders/${encodeURIComponent(orderId)}`
}

export async function getOrder(client: PaypalClient, orderId: string): Promise<PaypalOrder> {
  const order = orderSchema.parse(await client.get(orderPath(orderId)))
  if (order.id !== orderId) throw new CardProviderError('malformed', 'PayPal answered with another order.')
  return order
}
