import { invalidRequest } from './sandbox-error.ts'

/** The provider's limits for one payment, in cents. */
const minCents = 50
const maxCents = 99_999_999

export function assertChargeable(amount: number, param: string): void {
  if (amount < minCents) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param })
  }
  if (amount > maxCents) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param })
  }
}

export function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
