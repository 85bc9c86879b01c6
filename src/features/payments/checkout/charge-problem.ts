import { stripeChargeProblem, stripeStep } from '../../../platform/cards/stripe-amounts.ts'
import { paypalChargeProblem, paypalStep } from '../../../platform/paypal/paypal-money.ts'
import type { ChargeProblem } from '../../../shared/charge-problems.ts'
import type { Currency } from '../../../shared/currencies.ts'
import type { Money } from '../../../shared/money.ts'
import type { ProviderMethod } from '../rules.ts'

const problems = { card: stripeChargeProblem, paypal: paypalChargeProblem }
const steps = { card: stripeStep, paypal: paypalStep }

/** Why the provider does not take this amount in this currency; null if it does. */
export function chargeProblem(method: ProviderMethod, money: Money): ChargeProblem | null {
  return problems[method](money)
}

/** Whether the provider takes these decimals. A refund has no other limits than the payment. */
export function fitsDecimals(method: ProviderMethod, minor: number, currency: Currency): boolean {
  return minor % steps[method](currency) === 0
}
