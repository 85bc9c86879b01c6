import { z } from 'zod'
import { type Currency, digitsOf, isCurrency } from '../../shared/currencies.ts'
import type { BankProvider } from './bank-provider.ts'

/** Plaid sends webhooks only to public addresses, and refuses any other address. */
export function webhookFor(environment: BankProvider['environment'], url: string): { webhook?: string } {
  return environment === 'demo' || url.startsWith('https:') ? { webhook: url } : {}
}

/** An id or token of Plaid: short, in visible ASCII characters. */
export const idSchema = z.string().regex(/^[\x21-\x7E]{1,1000}$/)

/** Above this, a float can no longer represent single minor units, of which a unit has up to a thousand. */
const maxAmount = 8e12

/** An amount from Plaid, in units of its currency. */
export const amountSchema = z.number().min(-maxAmount).max(maxAmount)

export const currencyShape = {
  iso_currency_code: z.string().nullish(),
  unofficial_currency_code: z.string().nullish(),
}

/** The currency that Plaid names. Null without one, and for what is no money by ISO 4217, such as Bitcoin. */
export function currencyOf(codes: z.infer<z.ZodObject<typeof currencyShape>>): Currency | null {
  const code = codes.iso_currency_code ?? codes.unofficial_currency_code ?? ''
  return isCurrency(code) ? code : null
}

/**
 * 12.34 → 1234, or 12340 where a currency has three decimals; by decimal digits, because multiplying makes 1.005 a cent
 * less. Half a minor unit is rounded away from 0. An amount without a currency is read with two decimals.
 */
export function minorOf(amount: number, currency: Currency | null): number {
  if (!(Math.abs(amount) <= maxAmount)) throw new RangeError(`Not an amount: ${amount}`)
  const digits = currency === null ? 2 : digitsOf(currency)
  // Amounts below a millionth are written with an exponent and count as 0.
  const [, sign, whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  const isRoundedUp = decimals.charAt(digits) >= '5'
  const minor = Number(whole + decimals.slice(0, digits).padEnd(digits, '0')) + (isRoundedUp ? 1 : 0)
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** Puts text on one line and removes what Postgres and JSON cannot store: NUL and lone surrogates. */
export function cleanText(text: string | null | undefined, maxLength = 300): string {
  const line = (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.slice(0, maxLength).toWellFormed()
}

export const textSchema = z
  .string()
  .nullish()
  .transform((text) => cleanText(text) || null)
