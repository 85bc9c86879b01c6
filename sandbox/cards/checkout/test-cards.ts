import type { PaymentMethod } from '../sandbox-objects.ts'

export interface TestCard {
  number: string
  outcome: PaymentMethod['_outcome']
  brand: string
  effect: string
}

/** The test card numbers that the provider publishes. No other number is accepted. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'succeeds', brand: 'visa', effect: 'pays' },
  { number: '4000000000000002', outcome: 'generic_decline', brand: 'visa', effect: 'is declined' },
  { number: '4000002500003155', outcome: 'asks', brand: 'visa', effect: 'asks you to confirm' },
  { number: '4000000000000259', outcome: 'disputed', brand: 'visa', effect: 'pays, then is disputed' },
  { number: '4000000000009995', outcome: 'insufficient_funds', brand: 'visa', effect: 'not enough money' },
]

export const declines = {
  generic_decline: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  unconfirmed: {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose another one and try again.',
  },
} as const
