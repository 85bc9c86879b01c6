import { z } from 'zod'

/** 1234 → "12.34". Digit by digit: no float comes between. */
export function valueOf(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new RangeError(`Not an amount in whole cents: ${cents}`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount as PayPal writes it, in cents. Twelve digits at most, which no rounding reaches. */
export const moneySchema = z
  .object({
    currency_code: z.literal('USD'),
    value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
  })
  .transform(({ value }) => {
    const [whole = '', decimals = ''] = value.split('.')
    return Number(whole + decimals.padEnd(2, '0'))
  })

export function moneyOf(cents: number): { currency_code: 'USD'; value: string } {
  return { currency_code: 'USD', value: valueOf(cents) }
}
