import type { Deps } from '../../platform/deps.ts'

/** What payments need. */
export type PaymentDeps = Deps<
  | 'database'
  | 'jobs'
  | 'log'
  | 'now'
  | 'secrets'
  | 'appUrl'
  | 'mailFrom'
  | 'mailWaitsForVerification'
  | 'cards'
  | 'connectOwnCards'
  | 'connectPaypal'
  | 'demoPayments'
  | 'canPayOnline'
  | 'closeCheckouts'
  | 'fetchPayouts'
>
