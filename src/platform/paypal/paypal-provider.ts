import type { CardCheckouts, CardPayouts, CardRefunds } from '../cards/card-provider.ts'
import { createPaypalCheckouts } from './paypal-checkouts.ts'
import { createPaypalClient } from './paypal-client.ts'
import { createPaypalPayouts } from './paypal-payouts.ts'
import { createPaypalRefunds } from './paypal-refunds.ts'

export interface PaypalAccount {
  clientId: string
  clientSecret: string
  mode: 'live' | 'sandbox' | 'demo'
  /** All businesses share the demo account. This tells their payments apart. */
  merchant?: string
}

/** PayPal, with the same interface as a card provider. */
export interface PaypalProvider {
  readonly isLive: boolean
  readonly checkouts: CardCheckouts
  readonly refunds: CardRefunds
  readonly payouts: CardPayouts
  /** Throws a CardProviderError if the keys are not accepted. Aborting the signal leaves no request open. */
  check(signal?: AbortSignal): Promise<void>
}

export interface PaypalAddress {
  /** The address of the built-in sandbox, such as http://127.0.0.1:4000. */
  demo: string
  /** Milliseconds for one attempt of a request. */
  timeout?: number
  now?: () => Date
}

/** Uses PayPal's REST API directly, without a client library: see decision 24. */
export function createPaypalProvider(
  { clientId, clientSecret, mode, merchant }: PaypalAccount,
  { demo, timeout = 8000, now = () => new Date() }: PaypalAddress,
): PaypalProvider {
  const addresses = {
    live: 'https://api-m.paypal.com',
    sandbox: 'https://api-m.sandbox.paypal.com',
    demo,
  }
  const client = createPaypalClient({ address: addresses[mode], clientId, clientSecret, timeout, merchant })
  return {
    isLive: mode === 'live',
    checkouts: createPaypalCheckouts(client, { now, allowsHttp: mode === 'demo' }),
    refunds: createPaypalRefunds(client),
    payouts: createPaypalPayouts(client, now),
    check: (signal) => client.signIn(signal),
  }
}
