import { withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { formatDate } from '../../shared/dates.ts'
import { productName } from '../../shared/product.ts'
import { fillRatesJob } from './jobs.ts'
import type { ReferenceRate, ReferenceRates } from './parse-reference-rates.ts'

const batchSize = 20_000

// Rates that are stored already are left out first: a conflict would write to their rows even if nothing changes.
const storeStatement = `
  insert into platform.reference_rates as kept (currency, day, rate, source)
  select currency, day, rate, $4 from unnest($1::text[], $2::date[], $3::numeric[]) given (currency, day, rate)
  where not exists (
    select from platform.reference_rates known
    where (known.currency, known.day, known.rate, known.source) = (given.currency, given.day, given.rate, $4))
  on conflict (currency, day) do update set rate = excluded.rate, source = excluded.source`

/** Stores all rates or none. Rates that are there already get the new value. */
export async function storeReferenceRates(
  { database, jobs }: Deps<'database' | 'jobs'>,
  rates: readonly ReferenceRate[],
  source: string,
): Promise<void> {
  // In the same order each time, so that two runs at once wait for each other and do not deadlock.
  const sorted = rates.toSorted(
    (one, other) => compare(one.day, other.day) || compare(one.currency, other.currency),
  )
  await withPlatform(database, async (tx) => {
    for (let start = 0; start < sorted.length; start += batchSize) {
      const batch = sorted.slice(start, start + batchSize)
      const columns = [
        batch.map(({ currency }) => currency),
        batch.map(({ day }) => day),
        batch.map(({ rate }) => rate),
      ]
      await tx.client.query(storeStatement, [...columns, source])
    }
    await jobs.enqueue(tx, fillRatesJob, {})
  })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

const numbers = new Intl.NumberFormat('en-US')
const some = (count: number, thing: string) => `${numbers.format(count)} ${thing}${count === 1 ? '' : 's'}`

/** "Stored 30 rates of Nov 17, 2026." */
export function describeStored({ rates, skipped }: ReferenceRates): string {
  const days = [...new Set(rates.map(({ day }) => day))].toSorted()
  const [first = '', last = first] = [days[0], days.at(-1)]
  const when =
    days.length === 1
      ? formatDate(first)
      : `${some(days.length, 'day')}, from ${formatDate(first)} to ${formatDate(last)}`
  const stored = `Stored ${some(rates.length, 'rate')} of ${when}.`
  if (skipped.count === 0) return stored
  const codes = skipped.currencies.toSorted().join(', ')
  return `${stored} Skipped ${some(skipped.count, 'rate')} in currencies that ${productName} doesn’t know: ${codes}.`
}
