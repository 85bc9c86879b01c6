import type { CardCheckouts, CardRefunds } from '../cards/card-provider.ts'
import { createPaypalCheckouts } from './paypal-checkouts.ts'
import { createPaypalClient } from './paypal-client.ts'
import { createPaypalRefunds } from './paypal-refunds.ts'

export interface PaypalAccount {
  clientId: string
  clientSecret: string
  mode: 'live' | 'sandbox' | 'demo'
}

/** PayPal, asked in the same words as a card provider. */
export interface PaypalProvider {
  readonly isLive: boolean
  readonly checkouts: CardCheckouts
  readonly refunds: CardRefunds
  /** Throws a CardProviderError when the keys are not accepted. Nothing is left open once the signal is given. */
  check(signal?: AbortSignal): Promise<void>
}

export interface PaypalAddress {
  /** Where the built-in stand-in listens, such as http://127.0.0.1:4000. */
  demo: string
  /** Milliseconds for one try of a request. */
  timeout?: number
  now?: () => Date
}

/** Its REST API, without a client of its own making: see decision 24. */
export function createPaypalProvider(
  { clientId, clientSecret, mode }: PaypalAccount,
  { demo, timeout = 8000, now = () => new Date() }: PaypalAddress,
): PaypalProvider {
  const addresses = {
    live: 'https://api-m.paypal.com',
    sandbox: 'https://api-m.sandbox.paypal.com',
    demo,
  }
  const client = createPaypalClient({ address: addresses[mode], clientId, clientSecret, timeout })
  return {
    isLive: mode === 'live',
    checkouts: createPaypalCheckouts(client, { now, allowsHttp: mode === 'demo' }),
    refunds: createPaypalRefunds(client),
    check: (signal) => client.signIn(signal),
  }
}
