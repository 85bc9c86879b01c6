/** Why Stripe or PayPal does not take an amount in a currency. */
export const chargeProblems = ['currency', 'too-small', 'too-large', 'decimals'] as const
export type ChargeProblem = (typeof chargeProblems)[number]
