import { Stripe } from 'stripe'
import { z } from 'zod'
import type { AccountFacts, CardAccount } from './card-provider.ts'
import { type StripeAccount, ask } from './stripe-client.ts'

const accountSchema = z.object({ id: z.string().min(1), charges_enabled: z.boolean().optional() })

export function createStripeAccount({ secretKey, address }: StripeAccount): CardAccount {
  return {
    check: (signal) =>
      ask(async () => {
        const stripe = createEndableClient({ secretKey, address }, signal)
        const account = await ifAllowed(() => stripe.accounts.retrieveCurrent())
        const facts = account && accountSchema.parse(account)
        return {
          accountId: facts?.id ?? null,
          canCharge: facts?.charges_enabled ?? null,
          lacks: secretKey.startsWith('rk_') ? await findLacks(stripe) : [],
        }
      }),
  }
}

/** The client itself has no way to give up a request; `fetch` has. A redirect is not followed: it is no answer. */
function createEndableClient({ secretKey, address }: StripeAccount, signal: AbortSignal): Stripe {
  const endable: typeof fetch = (url, init) =>
    fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
    })
  return new Stripe(secretKey, {
    ...address,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(endable),
  })
}

/** To read is the least of it: whether the key may also write is not told without writing. */
async function findLacks(stripe: Stripe): Promise<AccountFacts['lacks']> {
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
