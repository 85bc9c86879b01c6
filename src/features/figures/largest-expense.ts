import type { Currency } from '../../shared/currencies.ts'
import { type CurrencySum, type Rate, toSum } from './sum-rules.ts'

/**
 * A query for the largest expense of the month in each currency in which expenses count, from an index alone. Those with a
 * value in the home currency count in it, and have no `currency` here. $1: business, $3 and $4: the month.
 */
export const largestByCurrency = `
  select distinct on (case when home_minor is null then currency end)
    id, date, category, case when home_minor is null then currency end as currency,
    coalesce(home_minor, amount_minor) as minor
  from expenses where business_id = $1 and date >= $3::date and date < $4::date
  order by case when home_minor is null then currency end, coalesce(home_minor, amount_minor) desc, date desc, id desc`

interface Candidate {
  id: string
  date: string
}

/** Picks the largest of the candidates at the latest rates. One that can't be converted is the last to be picked. */
export function pickLargest<C extends Candidate>(
  candidates: readonly C[],
  moneyOf: (candidate: C) => CurrencySum,
  { home, rates }: { home: Currency; rates: readonly Rate[] },
): C | undefined {
  const valueOf = (candidate: C) => {
    const { minor, other } = toSum(home, [moneyOf(candidate)], rates)
    return other.some(({ homeMinor }) => homeMinor === null) ? -1 : minor
  }
  return candidates.toSorted(
    (one, next) =>
      valueOf(next) - valueOf(one) || compareTexts(next.date, one.date) || compareTexts(next.id, one.id),
  )[0]
}

function compareTexts(one: string, next: string): number {
  return one === next ? 0 : one < next ? -1 : 1
}
