import { Stripe } from 'stripe'
import { z } from 'zod'
import type { AccountFacts, CardAccount } from './card-provider.ts'
import { type StripeAccount, ask } from './stripe-client.ts'

const accountSchema = z.object({ id: z.string().min(1), charges_enabled: z.boolean().optional() })

export function createStripeAccount({ secretKey, address }: StripeAccount): CardAccount {
  return {
    check: (signal) =>
      ask(async () => {
        const stripe = createAbortableClient({ secretKey, address }, signal)
        const account = await ifAllowed(() => stripe.accounts.retrieveCurrent())
        const facts = account && accountSchema.parse(account)
        return {
          accountId: facts?.id ?? null,
          canCharge: facts?.charges_enabled ?? null,
          lacks: secretKey.startsWith('rk_') ? await findMissingPermissions(stripe) : [],
        }
      }),
  }
}

/** The client cannot abort a request, but `fetch` can. A redirect is not a valid response. */
function createAbortableClient({ secretKey, address }: StripeAccount, signal: AbortSignal): Stripe {
  const abortableFetch: typeof fetch = (url, init) =>
    fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
    })
  return new Stripe(secretKey, {
    ...address,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(abortableFetch),
  })
}

/** Checks only read access. Write access cannot be checked without writing. */
async function findMissingPermissions(stripe: Stripe): Promise<AccountFacts['lacks']> {
  const [checkouts, refunds] = await Promise.all([
    ifAllowed(() => stripe.checkout.sessions.list({ limit: 1 })),
    ifAllowed(() => stripe.refunds.list({ limit: 1 })),
  ])
  return [...(checkouts ? [] : ['checkouts' as const]), ...(refunds ? [] : ['refunds' as const])]
}

async function ifAllowed<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}
