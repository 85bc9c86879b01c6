import { savePeriodSettings } from '../../../src/features/periods/contract.ts'
import type { Endpoint, RequestOf, ResponseOf } from '../../../src/shared/endpoint.ts'
import { openTables } from '../figures/books.ts'
import { beginningOf, dayThere, later, monthAfter } from '../figures/calendar.ts'
import { type ReferenceRate, sourceName } from '../figures/rates.ts'
import { setPlan } from '../fixtures/invoices.ts'
import { randomFrom } from '../random.ts'
import { type TestApp, answerOf } from '../test-app.ts'
import type { Fact } from './facts.ts'

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/New_York',
  'America/Havana',
  'America/Sao_Paulo',
  'Europe/Berlin',
]

/** Ends of months, quarters and years, leap days, and days on which clocks change somewhere. */
const days = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-01',
  '2026-07-01',
  '2026-10-25',
  '2026-11-01',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2028-03-01',
  '2029-02-28',
]

const currencies = ['USD', 'EUR', 'JPY', 'GBP', 'CHF'] as const
export type WorldCurrency = (typeof currencies)[number]

/** For one euro. Each can be divided by each without a rest. None is published for Swiss francs. */
const published: Record<string, string[]> = {
  USD: ['1.25', '1.28', '1', '1.6', '0.8'],
  JPY: ['128', '160', '156.25', '125', '200'],
  GBP: ['0.8', '1', '0.64', '0.5'],
}

/** Creates a business at a moment, with what the acts need to live in it. */
export async function openReportWorld(app: TestApp, clock: { now: Date }, seed: number) {
  const random = randomFrom(seed)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)]!
  const chance = (share: number) => random() < share
  const drawn = { zone: pick(zones), day: pick(days), home: pick(currencies) }
  const hasOthers = chance(0.7)
  // All worlds together may sign up more often than one address is allowed to in an hour.
  await app.database.platform.query('delete from platform.rate_limits; delete from platform.reference_rates')
  const { cookie, session } = await app.signUpAndIn({ timeZone: drawn.zone })
  const businessId = session.business.id
  await setPlan(app, businessId, 'pro')
  const books = openTables(app.database, businessId)
  const run = (text: string, values: unknown[]) => books.tenant(({ client }) => client.query(text, values))
  await run('update businesses set currency = $2 where id = $1', [businessId, drawn.home])
  const world = {
    app,
    cookie,
    businessId,
    books,
    run,
    seed,
    zone: drawn.zone,
    home: drawn.home,
    day: drawn.day,
    clock,
    fiscalMonth: 1,
    countsBank: false,
    referenceRates: [] as ReferenceRate[],
    /** What stays as it was when the period was closed. */
    frozen: null as { through: string; facts: Fact[] } | null,
    /** What the owner did, or was not allowed to do. */
    done: new Set<string>(),
    upTo,
    pick,
    chance,
    some: <T>(make: () => T): T[] => Array.from({ length: 1 + upTo(2) }, make),
    id(): string {
      const digits = Array.from({ length: 32 }, () => upTo(15).toString(16)).join('')
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    },
    currency: (): WorldCurrency => (hasOthers && chance(0.5) ? pick(currencies) : drawn.home),
    otherCurrency: (): WorldCurrency => pick(currencies.filter((one) => one !== drawn.home)),
    minor: (): number => pick([1, upTo(500), upTo(100_000), upTo(100_000), upTo(9_999_999)]),
    today: () => dayThere(world.zone, clock.now),
    /** Most days are around the beginning of a month, a quarter or a fiscal year, or today. */
    date(): string {
      const firsts = [0, 1, -1, -2, -3, -12].map((months) => `${monthAfter(world.day, months)}-01`)
      return chance(0.7)
        ? later(pick([world.day, ...firsts]), pick([-1, 0, 1]))
        : later(world.day, upTo(460) - 400)
    },
    /** A day that has come. */
    pastDate(): string {
      const day = world.date()
      return day > world.today() ? world.today() : day
    },
    /** Time goes on: to a moment just before or after a day begins there, now or weeks later. */
    passTime(): void {
      world.day = later(world.day, pick([0, 0, 1, 31, 75]))
      const begins = beginningOf(world.zone, world.day).getTime()
      clock.now = new Date(begins + pick([-1, 0, 1, 43_200_000]))
    },
    /** Does something as the owner. Null if it is not allowed. */
    async ask<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E> | null> {
      const response = await app.send(endpoint, request, { cookie })
      const name = `${endpoint.method} ${endpoint.path}`
      if (response.status >= 500) throw new Error(`${name}: ${await response.text()}`)
      if (!response.ok) {
        world.done.add(`${name} ${((await response.json()) as { code: string }).code}`)
        return null
      }
      world.done.add(name)
      return endpoint.response ? answerOf(endpoint, response) : null
    },
    /** Rates for all currencies or some, on several days. */
    async publish(): Promise<void> {
      const first = later(world.date(), -3)
      const text = `insert into platform.reference_rates (currency, day, rate, source) values ($1, $2, $3, $4)
        on conflict do nothing returning currency, day::text, rate::text`
      for (let day = first; day < later(first, 12); day = later(day, 1 + upTo(3)))
        for (const [currency, rates] of Object.entries(published)) {
          if (chance(0.2)) continue
          const values = [currency, day, pick(rates), sourceName]
          world.referenceRates.push(...(await app.database.platform.query<ReferenceRate>(text, values)).rows)
        }
    },
  }
  world.passTime()
  world.fiscalMonth = pick([1, 1, 4, 7, 1 + upTo(11)])
  await run('insert into receipt_settings (business_id, missing_from_minor) values ($1, $2)', [
    businessId,
    pick([0, 0, 500]),
  ])
  await world.ask(savePeriodSettings, { body: { fiscalMonth: world.fiscalMonth, countsBank: false } })
  return world
}
export type ReportWorld = Awaited<ReturnType<typeof openReportWorld>>
