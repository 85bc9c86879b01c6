import type { PaymentMethod } from '../sandbox-objects.ts'

export interface TestCard {
  number: string
  /** The id by which the API names it. Each use creates a new card. */
  id: string
  outcome: PaymentMethod['_outcome']
  brand: string
  effect: string
}

/** The test cards that the provider publishes. No other number is accepted. */
export const testCards: readonly TestCard[] = [
  visa('4242424242424242', 'pm_card_visa', 'succeeds', 'pays'),
  visa('4000000000000002', 'pm_card_chargeDeclined', 'generic_decline', 'is declined'),
  visa('4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'asks', 'asks you to confirm'),
  visa('4000000000000259', 'pm_card_createDispute', 'disputed', 'paid, then disputed'),
  visa('4000000000000341', 'pm_card_chargeCustomerFail', 'declines_later', 'pays, declined once saved'),
  visa('4000002760003184', 'pm_card_authenticationRequired', 'always_asks', 'asks each time'),
  visa(
    '4000000000009995',
    'pm_card_chargeDeclinedInsufficientFunds',
    'insufficient_funds',
    'not enough money',
  ),
]

function visa(number: string, id: string, outcome: TestCard['outcome'], effect: string): TestCard {
  return { number, id, outcome, brand: 'visa', effect }
}

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
  authentication: {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  unconfirmed: {
    type: 'card_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose another one and try again.',
  },
} as const
