import { z } from 'zod'
import type { BankProvider } from './bank-provider.ts'

/** Plaid delivers to public addresses only, and refuses to begin with any other. */
export function webhookFor(environment: BankProvider['environment'], url: string): { webhook?: string } {
  return environment === 'demo' || url.startsWith('https:') ? { webhook: url } : {}
}

/** Plaid's ids and tokens are short, and plain letters and digits with dashes. */
export const idSchema = z.string().regex(/^[\x21-\x7E]{1,1000}$/)

/** Above it, a number that came as a float no longer tells single cents. */
const largest = 1e13

/** An amount as Plaid writes it, in cents. */
export const centsSchema = z.number().min(-largest).max(largest).transform(centsOf)

/**
 * 12.34 → 1234. By the digits that were written, which are the shortest ones that mean this float: multiplying would make
 * 1.005 a cent less. Half a cent goes away from 0.
 */
export function centsOf(amount: number): number {
  if (!(Math.abs(amount) <= largest)) throw new RangeError(`Not an amount: ${amount}`)
  // Less than a millionth is written with an exponent, and is no cent.
  const [, sign, whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  const cents = Number(whole + decimals.slice(0, 2).padEnd(2, '0')) + (decimals.charAt(2) >= '5' ? 1 : 0)
  return sign === '-' && cents !== 0 ? -cents : cents
}

/** On one line, and storable: neither a database nor JSON takes a NUL or half a character. */
export function cleanText(text: string | null | undefined, longest = 300): string {
  const line = (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.slice(0, longest).toWellFormed()
}

export const textSchema = z
  .string()
  .nullish()
  .transform((text) => cleanText(text) || null)
