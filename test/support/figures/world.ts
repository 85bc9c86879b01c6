import { randomFrom } from '../random.ts'
import type { TestApp } from '../test-app.ts'
import {
  type BookAccount,
  type BookConnection,
  type BookDispute,
  type BookExpense,
  type BookInvoice,
  type BookPayment,
  type BookRefund,
  openTables,
} from './books.ts'
import { beginningOf, later, monthAfter } from './calendar.ts'

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Chatham',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/New_York',
  // In March a day starts at one o'clock there.
  'America/Havana',
  'America/Sao_Paulo',
  'Europe/Berlin',
]

/** Ends of months and years, leap days, and days on which clocks change somewhere. */
const days = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-11-15',
  '2026-12-31',
  '2027-01-01',
  '2027-03-01',
  '2028-02-29',
  '2028-03-01',
]

/** Creates a business with random data, and the same data as plain objects. */
export async function openFigureWorld(app: TestApp, seed: number) {
  const random = randomFrom(seed)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)]!
  const chance = (share: number) => random() < share
  const drawn = { zone: pick(zones), day: pick(days) }
  // All worlds together may sign up more often than one address is allowed to in an hour.
  await app.database.platform.query('delete from platform.rate_limits')
  const { cookie, session } = await app.signUpAndIn({ timeZone: drawn.zone })
  const books = openTables(app.database, session.business.id)
  return {
    app,
    cookie,
    businessId: session.business.id,
    books,
    zone: drawn.zone,
    /** The day around whose beginning everything happens. */
    day: drawn.day,
    invoices: [] as BookInvoice[],
    payments: [] as BookPayment[],
    /** Each with the time zone at the time of the refund. */
    refunds: [] as (BookRefund & { zone: string })[],
    /** Each with the time zone at the time it was opened. */
    disputes: [] as (BookDispute & { zone: string })[],
    expenses: [] as BookExpense[],
    connections: [] as BookConnection[],
    accounts: [] as BookAccount[],
    upTo,
    pick,
    chance,
    id(): string {
      const digits = Array.from({ length: 32 }, () => upTo(15).toString(16)).join('')
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    },
    anyZone: () => pick(zones),
    /** Most dates are at a boundary: today, the month, the six months of the chart. */
    date(): string {
      const firsts = [0, 1, 2, -4, -5, -6].map((months) => `${monthAfter(drawn.day, months)}-01`)
      return chance(0.7)
        ? later(pick([drawn.day, ...firsts]), pick([-1, 0, 1]))
        : later(drawn.day, upTo(800) - 700)
    },
    minor: () => pick([0, 1, upTo(500), upTo(100_000), upTo(9_999_999_999)]),
    /** A few, or more than a page. */
    some: <T>(make: () => T): T[] => Array.from({ length: chance(0.12) ? 40 + upTo(80) : 1 + upTo(3) }, make),
    run: (text: string, values: unknown[]) => books.tenant(({ client }) => client.query(text, values)),
  }
}
export type FigureWorld = Awaited<ReturnType<typeof openFigureWorld>>

/** Just before the local day begins, exactly at its beginning, or later on that day. */
export function drawMoment({ zone, day, pick }: FigureWorld): Date {
  return new Date(beginningOf(zone, day).getTime() + pick([-1, -1, 0, 0, 1, 43_200_000, -3_600_000]))
}
