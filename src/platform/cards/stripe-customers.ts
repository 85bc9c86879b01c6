import { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardBilling } from './card-provider.ts'

type CustomerRequest = Parameters<CardBilling['createCustomer']>[0]

const customerSchema = z.object({
  id: z.string().min(1),
  deleted: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

export async function findOrMakeCustomer(stripe: Stripe, request: CustomerRequest): Promise<string> {
  return (await findCustomer(stripe, request)) ?? makeCustomer(stripe, request)
}

/** The newest one, should there be several. */
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

async function makeCustomer(
  stripe: Stripe,
  { reference, name, email, insteadOf }: CustomerRequest,
): Promise<string> {
  const customer = { name, email, metadata: { business_id: reference } }
  // The key of the one that is gone would be answered with that one again.
  const idempotencyKey = `customer-${reference}${insteadOf ? `-${insteadOf}` : ''}`
  const made = await stripe.customers.create(customer, { idempotencyKey }).catch((error: unknown) => {
    // Asked before under another name or address, and the answer was lost.
    if (error instanceof Stripe.errors.StripeIdempotencyError) return stripe.customers.create(customer)
    throw error
  })
  return customerSchema.parse(made).id
}
