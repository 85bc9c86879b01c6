import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { PaymentsSum } from './card-provider.ts'

const chargeSchema = z.object({
  status: z.string().nullish(),
  paid: z.boolean(),
  captured: z.boolean(),
  currency: z.string(),
  amount_captured: z.int().nonnegative(),
  amount_refunded: z.int().nonnegative(),
})

const knownStatuses = new Set<string | null | undefined>(['succeeded', 'pending', 'failed'])

/** Sums the charges of a business that subscribes to a plan. Clients who pay invoices are no customers. */
export async function sumCharges(stripe: Stripe, customer: string): Promise<PaymentsSum> {
  const sum: PaymentsSum = { paidCents: 0, leftOut: 0 }
  for await (const one of stripe.charges.list({ customer, limit: 100 })) {
    const charge = chargeSchema.parse(one)
    if (!knownStatuses.has(charge.status)) sum.unknownStatus = String(charge.status)
    // `paid` is also true for a charge that is only authorized. `captured` is not.
    if (charge.status !== 'succeeded' || !charge.paid || !charge.captured) continue
    if (charge.currency === 'usd') {
      sum.paidCents += Math.max(0, charge.amount_captured - charge.amount_refunded)
    } else {
      sum.leftOut += 1
    }
  }
  return sum
}
