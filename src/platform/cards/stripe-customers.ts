import { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardBilling, PaymentsSum } from './card-provider.ts'
import { metadataSchema } from './stripe-client.ts'

type CustomerRequest = Parameters<CardBilling['createCustomer']>[0]

const customerSchema = z.object({
  id: z.string().min(1),
  deleted: z.boolean().optional(),
  metadata: metadataSchema,
})

export async function findOrCreateCustomer(stripe: Stripe, request: CustomerRequest): Promise<string> {
  return (await findCustomer(stripe, request)) ?? createCustomer(stripe, request)
}

/** Returns the newest one if there are several. */
async function findCustomer(
  stripe: Stripe,
  { reference, email, insteadOf }: CustomerRequest,
): Promise<string | undefined> {
  for await (const one of stripe.customers.list({ email, limit: 100 })) {
    const { id, deleted, metadata } = customerSchema.parse(one)
    if (metadata?.['business_id'] === reference && !deleted && id !== insteadOf) return id
  }
  return undefined
}

async function createCustomer(
  stripe: Stripe,
  { reference, name, email, insteadOf }: CustomerRequest,
): Promise<string> {
  const customer = { name, email, metadata: { business_id: reference } }
  // The idempotency key of the old customer would return the old customer again.
  const idempotencyKey = `customer-${reference}${insteadOf ? `-${insteadOf}` : ''}`
  const made = await stripe.customers.create(customer, { idempotencyKey }).catch((error: unknown) => {
    // An earlier request used another name or address, and its response was lost.
    if (error instanceof Stripe.errors.StripeIdempotencyError) return stripe.customers.create(customer)
    throw error
  })
  return customerSchema.parse(made).id
}

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
  const sum: PaymentsSum = { paidMinor: 0, leftOut: 0 }
  for await (const one of stripe.charges.list({ customer, limit: 100 })) {
    const charge = chargeSchema.parse(one)
    if (!knownStatuses.has(charge.status)) sum.unknownStatus = String(charge.status)
    // `paid` is also true for a charge that is only authorized. `captured` is not.
    if (charge.status !== 'succeeded' || !charge.paid || !charge.captured) continue
    if (charge.currency === 'usd') {
      sum.paidMinor += Math.max(0, charge.amount_captured - charge.amount_refunded)
    } else {
      sum.leftOut += 1
    }
  }
  return sum
}
