import { addMonths, monthOf } from '../../shared/dates.ts'

/** $1 to $4 in the statements below: business, today, first day of this month and of the next. */
export function moneyValues(businessId: string, today: string): string[] {
  return [businessId, today, monthOf(today), addMonths(today, 1)]
}

/**
 * All money in few buckets: this month by day, others by month, dated by the first day, each in one currency. None spans
 * today, so comparing its date with today is enough.
 */
export const moneyBuckets = `
  money_pieces as materialized (
    select kind, starts_on, currency, minor, count from money_totals
    where business_id = $1 and span = 'month' and starts_on <> $3::date
    union all
    select kind, starts_on, currency, minor, count from money_totals
    where business_id = $1 and span = 'day' and starts_on >= $3::date and starts_on < $4::date
    union all
    select kind, case when day >= $3::date and day < $4::date then day else date_trunc('month', day::timestamp)::date end,
      currency, minor, count
    from money_changes where business_id = $1
  )`

/** Returns an SQL expression for the sums by currency of rows with `currency`, `minor` and `count`: a list of CurrencySum. */
export const byCurrency = (rows: string) => `(
    select coalesce(json_agg(json_build_object('currency', currency, 'minor', minor, 'count', count) order by currency), '[]')
    from (
      select currency, sum(minor) as minor, sum(count) as count from ${rows}
      group by currency having sum(minor) <> 0 or sum(count) <> 0
    ) sums)`

/** Returns an SQL expression for the sums of the buckets that match the condition, by currency: a list of CurrencySum. */
export function sumsOf(condition: string): string {
  return byCurrency(`money_pieces where ${condition}`)
}

/**
 * Money of test payments by day, in the currency in which it counts. Its index covers those alone, so it is cheap without
 * any. `count` counts payments; what went back only reduces the sum.
 */
export const testBuckets = `
  test_pieces as materialized (
    select received_on as day, platform.counted_in(business_id, currency, home_minor) as currency,
      coalesce(home_minor, amount_minor) as minor, 1 as count
    from payments where business_id = $1 and is_test and undone_at is null
    union all
    select r.refunded_on, platform.counted_in(r.business_id, r.currency, r.home_minor),
      -coalesce(r.home_minor, r.amount_minor), 0
    from payments p join refunds r on r.business_id = p.business_id and r.payment_id = p.id
    where p.business_id = $1 and p.is_test and p.undone_at is null and platform.is_given_back(r.state)
    union all
    select d.opened_on, platform.counted_in(d.business_id, d.currency, d.home_minor),
      -coalesce(d.home_minor, d.amount_minor), 0
    from payments p join disputes d on d.business_id = p.business_id and d.payment_id = p.id
    where p.business_id = $1 and p.is_test and p.undone_at is null and platform.is_taken_back(d.state)
  )`

/** Returns an SQL expression for the sums of test payments on the days that match the condition: a list of CurrencySum. */
export function testSumsOf(condition = 'true'): string {
  return byCurrency(`test_pieces where ${condition}`)
}

export const beforeToday = 'starts_on < $2::date'
export const afterToday = 'starts_on > $2::date'
export const thisMonth = 'starts_on >= $3::date and starts_on < $4::date'

/** Duplicates each row with a `day`, for the total of the day and of its month. */
export const spansOfDay = `
  cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) spans (span, starts_on)`
