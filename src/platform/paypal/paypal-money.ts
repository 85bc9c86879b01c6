import { z } from 'zod'

/** 1234 → "12.34", digit by digit, without a float. */
export function valueOf(minor: number): string {
  if (!Number.isSafeInteger(minor) || minor < 0)
    throw new RangeError(`Not an amount in whole cents: ${minor}`)
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount from PayPal, converted to cents. At most twelve digits, so that it is exact. */
export const moneySchema = z
  .object({
    currency_code: z.literal('USD'),
    value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
  })
  .transform(({ value }) => {
    const [whole = '', decimals = ''] = value.split('.')
    return Number(whole + decimals.padEnd(2, '0'))
  })

export function moneyOf(minor: number): { currency_code: 'USD'; value: string } {
  return { currency_code: 'USD', value: valueOf(minor) }
}
