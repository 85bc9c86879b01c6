// PayPal's rules for amounts, from https://developer.paypal.com/reference/currency-codes.
import { z } from 'zod'
import type { ChargeProblem } from '../../shared/charge-problems.ts'
import { type Currency, digitsOf } from '../../shared/currencies.ts'
import { type Money, decimalText } from '../../shared/money.ts'

const supported = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  ),
)
/** Forints and Taiwan dollars have decimals, but not at PayPal. */
export const withNoDecimals: ReadonlySet<Currency> = new Set(['HUF', 'JPY', 'TWD'])
const limits = { minMinor: 1, maxMinor: 99_999_999 }

/** The smallest difference between two amounts, in minor units. */
export function paypalStep(currency: Currency): number {
  return withNoDecimals.has(currency) ? 10 ** digitsOf(currency) : 1
}

export function paypalChargeProblem({ minor, currency }: Money): ChargeProblem | null {
  if (!supported.has(currency)) return 'currency'
  if (minor < limits.minMinor) return 'too-small'
  if (minor > limits.maxMinor) return 'too-large'
  return minor % paypalStep(currency) === 0 ? null : 'decimals'
}

/** 1234 → "12.34", and "500" where PayPal has no decimals. */
export function valueOf(minor: number, currency: Currency): string {
  if (!Number.isSafeInteger(minor) || minor < 0 || !supported.has(currency)) {
    throw new RangeError(`Not an amount that PayPal takes: ${minor} minor units of ${currency}`)
  }
  if (minor % paypalStep(currency) !== 0) throw new RangeError(`PayPal takes no decimals of ${currency}`)
  const text = decimalText(minor, currency)
  return withNoDecimals.has(currency) ? text.replace(/\.0+$/, '') : text
}

/** An amount from PayPal. At most twelve digits, so that it is exact. */
export const moneySchema = z
  .object({
    currency_code: z.string().refine((code) => supported.has(code)),
    value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
  })
  .transform(({ value, currency_code: currency }, context): Money => {
    const [whole = '', decimals = ''] = value.split('.')
    const digits = digitsOf(currency)
    if (/[1-9]/.test(decimals) && withNoDecimals.has(currency)) {
      context.addIssue({ code: 'custom', message: `no decimals in ${currency}` })
    }
    return { minor: Number(whole + decimals.slice(0, digits).padEnd(digits, '0')), currency }
  })

export function moneyOf({ minor, currency }: Money): { currency_code: string; value: string } {
  return { currency_code: currency, value: valueOf(minor, currency) }
}
