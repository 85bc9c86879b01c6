import { z } from 'zod'
import type { BankProvider } from './bank-provider.ts'

/** Plaid sends webhooks only to public addresses, and refuses any other address. */
export function webhookFor(environment: BankProvider['environment'], url: string): { webhook?: string } {
  return environment === 'demo' || url.startsWith('https:') ? { webhook: url } : {}
}

/** An id or token of Plaid: short, in visible ASCII characters. */
export const idSchema = z.string().regex(/^[\x21-\x7E]{1,1000}$/)

/** Above this, a float can no longer represent single cents. */
const maxAmount = 1e13

/** An amount from Plaid, converted to cents. */
export const minorSchema = z.number().min(-maxAmount).max(maxAmount).transform(minorOf)

/** 12.34 → 1234, by decimal digits: multiplying makes 1.005 a cent less. Rounds half a cent away from 0. */
export function minorOf(amount: number): number {
  if (!(Math.abs(amount) <= maxAmount)) throw new RangeError(`Not an amount: ${amount}`)
  // Amounts below a millionth are written with an exponent and count as 0.
  const [, sign, whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  const minor = Number(whole + decimals.slice(0, 2).padEnd(2, '0')) + (decimals.charAt(2) >= '5' ? 1 : 0)
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
