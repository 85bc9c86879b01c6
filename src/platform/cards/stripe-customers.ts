import { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardBilling } from './card-provider.ts'

type CustomerRequest = Parameters<CardBilling['createCustomer']>[0]

const customerSchema = z.object({
  id: z.string().min(1),
  deleted: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
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
