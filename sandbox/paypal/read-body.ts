import { z } from 'zod'
import { moneySchema, paypalChargeProblem, withNoDecimals } from '../../src/platform/paypal/paypal-money.ts'
import type { Money } from '../../src/shared/money.ts'
import { SandboxRefusal, unprocessable } from './sandbox-refusal.ts'

/** A positive amount. */
export const amount = z
  .strictObject({
    currency_code: z.string().regex(/^[A-Z]{3}$/),
    value: z.string().regex(/^(\d{1,7}\.\d{2}|\d{1,8})$/),
  })
  .refine(({ value }) => /[1-9]/.test(value))

/** Refuses a currency that PayPal does not have, and decimals where it has none. */
export function toMoney(given: z.output<typeof amount>): Money {
  const { currency_code: currency, value } = given
  if (paypalChargeProblem({ minor: 100, currency }) === 'currency') {
    throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.')
  }
  const read = moneySchema.safeParse(given)
  if (!read.success || (value.includes('.') && withNoDecimals.has(currency))) {
    throw unprocessable('DECIMALS_NOT_SUPPORTED', 'Currency does not support decimals.')
  }
  return read.data
}

/** PayPal's limit for texts that it stores for its callers. */
export const name = z.string().min(1).max(127)

/** Parses the body, or throws a refusal that names the invalid fields. Unknown fields are invalid too. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const details = read.error.issues.map(({ path, message }) => ({
    field: `/${path.join('/')}`,
    issue: 'INVALID_PARAMETER_VALUE',
    description: message,
  }))
  throw new SandboxRefusal(400, ...details)
}
