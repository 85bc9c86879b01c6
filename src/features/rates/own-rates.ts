import { and, eq, sql } from 'drizzle-orm'
import { exchangeRates } from '../../platform/db/tables/rates.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { maxMinorOf } from '../../shared/currencies.ts'
import { dateIn } from '../../shared/dates.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { convertMoney } from '../../shared/money.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import type { CurrentRate, OwnRate, Rates } from './contract.ts'
import { fillRatesJob } from './jobs.ts'

type RateDeps = Deps<'database' | 'jobs' | 'now'>

const maxOwnRates = 1000

/** Every currency that the business uses besides its own, and what one unit is worth today: SQL of these expressions. */
export const ratesOfUsed = ({ id, home, today }: { id: string; home: string; today: string }): string => `
  with used as (
    select currency from invoices where business_id = ${id}
    union select currency from payments where business_id = ${id}
    union select currency from expenses where business_id = ${id}
    union select currency from bank_accounts where business_id = ${id}
    union select currency from clients where business_id = ${id}
    union select currency from recurring_series where business_id = ${id}
    union select currency from recurring_expenses where business_id = ${id}
    union select currency from exchange_rates where business_id = ${id}
  )
  select used.currency, r.rate, r.rated_on, r.source
  from used left join platform.rate_on(${id}, used.currency, ${home}, ${today}) r on true
  where used.currency <> ${home}`

const currentStatement = `
  select currency, trim_scale(rate)::text as rate, rated_on::text as "ratedOn", source
  from (${ratesOfUsed({ id: '$1', home: '$2', today: '$3' })}) used order by currency`

export function listRates({ database, now }: RateDeps, { businessId, business }: Identity): Promise<Rates> {
  const { currency, timeZone } = business
  return withTenant(database, businessId, async ({ client, db }) => {
    const today = dateIn(timeZone, now())
    const { rows: current } = await client.query<CurrentRate>(currentStatement, [businessId, currency, today])
    const own = await db
      .select(ownColumns)
      .from(exchangeRates)
      .orderBy(sql`${exchangeRates.day} desc`, exchangeRates.currency)
    return { currency, current, own }
  })
}

const ownColumns = {
  currency: exchangeRates.currency,
  day: exchangeRates.day,
  rate: sql<string>`trim_scale(${exchangeRates.rate})::text`,
}

/** Adds a rate, or changes the one of that currency and day. A job fills what waited for it. */
export async function saveOwnRate(
  { database, jobs, now }: RateDeps,
  { businessId, userId, business }: Identity,
  { currency, day, rate }: OwnRate,
): Promise<OwnRate> {
  if (day > dateIn(business.timeZone, now())) throw fieldError('day', 'The day can’t be in the future.')
  return withTenant(database, businessId, async (tx) => {
    // Locked, so that the home currency and the number of rates stay as they are read here.
    const home = await lockOwnBusiness(tx)
    assertUsable(currency, rate, home.currency)
    const [saved] = await tx.db
      .insert(exchangeRates)
      .values({ businessId, currency, day, rate, createdBy: userId })
      .onConflictDoUpdate({
        target: [exchangeRates.businessId, exchangeRates.currency, exchangeRates.day],
        set: { rate, createdBy: userId, createdAt: now() },
      })
      .returning(ownColumns)
    if (!saved) throw new Error('no row came back for the saved rate')
    await assertRoom(tx)
    await jobs.enqueue(tx, fillRatesJob, { businessId })
    return saved
  })
}

function assertUsable(currency: string, rate: string, home: string): void {
  if (currency === home) {
    throw fieldError('currency', 'This is your home currency. Please choose another one.')
  }
  try {
    convertMoney({ minor: maxMinorOf(currency), currency }, rate, home)
  } catch {
    throw fieldError('rate', 'This rate is too large.')
  }
}

async function assertRoom({ db }: Transaction): Promise<void> {
  if ((await db.$count(exchangeRates)) <= maxOwnRates) return
  throw new AppError(
    'VALIDATION_FAILED',
    `You can keep at most ${maxOwnRates} rates. Please remove one you no longer need.`,
  )
}

/** What was converted with the rate stays as it is. */
export async function removeOwnRate(
  { database }: Deps<'database'>,
  businessId: string,
  { currency, day }: Pick<OwnRate, 'currency' | 'day'>,
): Promise<void> {
  const removed = await withTenant(database, businessId, ({ db }) =>
    db
      .delete(exchangeRates)
      .where(
        and(
          eq(exchangeRates.businessId, businessId),
          eq(exchangeRates.currency, currency),
          eq(exchangeRates.day, day),
        ),
      )
      .returning({ day: exchangeRates.day }),
  )
  if (removed.length === 0) throw new AppError('NOT_FOUND', 'This rate no longer exists.')
}
