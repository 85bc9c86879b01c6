import { randomFrom } from '../random.ts'
import type { TestApp } from '../test-app.ts'
import {
  type BookAccount,
  type BookConnection,
  type BookDispute,
  type BookExpense,
  type BookInvoice,
  type BookPayment,
  type BookRate,
  type BookRefund,
  openTables,
} from './books.ts'
import { beginningOf, later, monthAfter } from './calendar.ts'
import { type Fixed, type ReferenceRate, sourceName } from './rates.ts'

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

/** Each can be divided by each without a rest, so that no other rounding hides how the product rounds. */
const publishedRates: Record<string, string[]> = {
  USD: ['1.25', '1.28', '1', '1.6', '0.8'],
  JPY: ['128', '160', '156.25', '125', '200'],
}

/** Currencies of a business. For the last one no rates are published. */
const currencies = ['USD', 'EUR', 'JPY', 'CHF']

/** Something that keeps the rate of its day; null while there is none, and in the home currency. */
interface Rated {
  fixed: Fixed | null
}

/** Creates a business with random data, and the same data as plain objects. */
export async function openFigureWorld(app: TestApp, seed: number) {
  const random = randomFrom(seed)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)]!
  const chance = (share: number) => random() < share
  const drawn = { zone: pick(zones), day: pick(days), home: pick(['USD', 'USD', 'EUR', 'JPY']) }
  const hasOthers = chance(0.7)
  // All worlds together may sign up more often than one address is allowed to in an hour.
  await app.database.platform.query('delete from platform.rate_limits; delete from platform.reference_rates')
  const { cookie, session } = await app.signUpAndIn({ timeZone: drawn.zone })
  const books = openTables(app.database, session.business.id)
  const run = (text: string, values: unknown[]) => books.tenant(({ client }) => client.query(text, values))
  await run('update businesses set currency = $2 where id = $1', [session.business.id, drawn.home])
  return {
    app,
    cookie,
    businessId: session.business.id,
    books,
    zone: drawn.zone,
    /** The day around whose beginning everything happens. */
    day: drawn.day,
    home: drawn.home,
    /** The published rates, which all businesses share. Each world begins without any. */
    referenceRates: [] as ReferenceRate[],
    ownRates: [] as BookRate[],
    invoices: [] as (BookInvoice & {
      /** The rate of the issue date; null while there is none, and in the home currency. */
      rate: string | null
    })[],
    payments: [] as (BookPayment & Rated)[],
    /** Each with the time zone at the time of the refund. */
    refunds: [] as (BookRefund & Rated & { zone: string })[],
    /** Each with the time zone at the time it was opened. */
    disputes: [] as (BookDispute & Rated & { zone: string })[],
    expenses: [] as (BookExpense & Rated)[],
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
    /** Whether there is money in other currencies than the home currency. */
    hasOthers,
    otherCurrency: () => pick(currencies.filter((one) => one !== drawn.home)),
    currency: () => (hasOthers && chance(0.6) ? pick(currencies) : drawn.home),
    /** Published on several days in a row and not on others, for all currencies or one. */
    async publish(): Promise<ReferenceRate[]> {
      const first = later(this.date(), -3)
      const drawnDays = Array.from({ length: 1 + upTo(6) }, (_, index) => later(first, index * (1 + upTo(3))))
      const made = drawnDays.flatMap((day) =>
        Object.entries(publishedRates).flatMap(([currency, rates]) =>
          chance(0.8) ? [{ currency, day, rate: pick(rates) }] : [],
        ),
      )
      const text = `insert into platform.reference_rates (currency, day, rate, source) values ($1, $2, $3, $4)
        on conflict do nothing returning currency, day::text, rate::text`
      const added: ReferenceRate[] = []
      for (const { currency, day, rate } of made) {
        const values = [currency, day, rate, sourceName]
        added.push(...(await app.database.platform.query<ReferenceRate>(text, values)).rows)
      }
      return added
    },
    minor: () => pick([0, 1, upTo(500), upTo(100_000), upTo(9_999_999_999)]),
    /** A few, or more than a page. */
    some: <T>(make: () => T): T[] => Array.from({ length: chance(0.12) ? 40 + upTo(80) : 1 + upTo(3) }, make),
    run,
  }
}
export type FigureWorld = Awaited<ReturnType<typeof openFigureWorld>>

/** Just before the local day begins, exactly at its beginning, or later on that day. */
export function drawMoment({ zone, day, pick }: FigureWorld): Date {
  return new Date(beginningOf(zone, day).getTime() + pick([-1, -1, 0, 0, 1, 43_200_000, -3_600_000]))
}
