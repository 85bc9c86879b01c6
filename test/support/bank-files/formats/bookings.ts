import { addDays } from '../../../../src/shared/dates.ts'
import { randomFrom } from '../../random.ts'
import type { StatementTruth } from '../bank-file-case.ts'

export interface Booking {
  date: string
  /** Negative if money went out. */
  cents: number
  name: string
  text: string
}

const names = [
  'Harbor Print Shop',
  'Lindgren & Co',
  'Café Zürich',
  'Stadtwerke Süd',
  'Ørsted Kafé',
  'North Rail',
]
const texts = [
  'Invoice 2026-014',
  'Order 77120 paper and ink',
  'Rent March',
  'Ticket 4471',
  'Fee',
  'Refund R-19',
]

/** Bookings in the order of their dates. The same seed gives the same ones. */
export function makeBookings(seed: number, count: number, from = '2026-01-05'): Booking[] {
  const random = randomFrom(seed)
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? ''
  let date = from
  return Array.from({ length: count }, (_, n) => {
    if (n > 0) date = addDays(date, Math.floor(random() * 6))
    const size = Math.floor(random() ** 3 * 500_000) + 1
    return { date, cents: random() < 0.65 ? -size : size, name: pick(names), text: pick(texts) }
  })
}

export function decimal(cents: number, mark = '.'): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
}

export const total = (bookings: Booking[]) => bookings.reduce((sum, { cents }) => sum + cents, 0)

/** What a reader has to find. Balances are in cents. */
export function truthOf(
  bookings: Booking[],
  {
    account,
    currency,
    opening = null,
    closing = null,
  }: { account?: string | null; currency: string | null; opening?: number | null; closing?: number | null },
): StatementTruth {
  const dates = bookings.map(({ date }) => date).toSorted()
  return {
    ...(account === undefined ? {} : { account }),
    currency,
    count: bookings.length,
    sum: decimal(total(bookings)),
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
    opening: opening === null ? null : decimal(opening),
    closing: closing === null ? null : decimal(closing),
  }
}

export const utf8 = (text: string) => new TextEncoder().encode(text)
export const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
