import {
  fromStripeAmount,
  stripeChargeProblem,
  stripeLimits,
  stripeStep,
} from '../../src/platform/cards/stripe-amounts.ts'
import { formatMoney } from '../../src/shared/money.ts'
import { type SandboxError, invalidRequest } from './sandbox-error.ts'

/** An amount as the pages and the errors write it: 500 of jpy is ¥500, 500 of isk is ISK 5. */
export function amountText(amount: number, code: string): string {
  return minorText(fromStripeAmount(amount, code.toUpperCase()) ?? 0, code)
}

function minorText(minor: number, code: string): string {
  return formatMoney(minor, { currency: code.toUpperCase(), locale: 'en-US' })
}

/** Refuses what the provider does not charge. */
export function assertChargeable(amount: number, code: string, param: string): void {
  const currency = code.toUpperCase()
  const minor = fromStripeAmount(amount, currency)
  if (minor === null) throw indivisible(currency, 100, param)
  const { minMinor, maxMinor } = stripeLimits(currency)
  switch (stripeChargeProblem({ minor, currency })) {
    case 'too-small': {
      const message = `Amount must be at least ${minorText(minMinor, code)} ${code}`
      throw invalidRequest(message, { code: 'amount_too_small', param })
    }
    case 'too-large': {
      const message = `Amount must be no more than ${minorText(maxMinor, code)}`
      throw invalidRequest(message, { code: 'amount_too_large', param })
    }
    case 'decimals':
      throw indivisible(currency, stripeStep(currency), param)
  }
}

/** Refuses a part of a charge that the provider can't move. */
export function assertDivisible(amount: number, code: string, param: string): void {
  const currency = code.toUpperCase()
  const minor = fromStripeAmount(amount, currency)
  if (minor === null) throw indivisible(currency, 100, param)
  if (minor % stripeStep(currency) !== 0) throw indivisible(currency, stripeStep(currency), param)
}

function indivisible(currency: string, step: number, param: string): SandboxError {
  const message =
    step === 100
      ? `Invalid amount. Currency ${currency} has become effectively zero-decimal and charged amounts must be evenly divisible by 100.`
      : `Invalid amount. Amounts in ${currency} must be evenly divisible by ${step}.`
  return invalidRequest(message, { param })
}
