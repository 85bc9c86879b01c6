import { addMonths, monthOf } from '../../shared/dates.ts'

export interface Sum {
  minor: number
  count: number
}

/** $1 to $4 in the statements below: business, today, first day of this month and of the next. */
export function moneyValues(businessId: string, today: string): string[] {
  return [businessId, today, monthOf(today), addMonths(today, 1)]
}

/**
 * All money in few buckets: this month by day, others by month, dated by the first day. None spans today, so
 * comparing its date with today is enough.
 */
export const moneyBuckets = `
  money_pieces as materialized (
    select kind, starts_on, minor, count from money_totals
    where business_id = $1 and span = 'month' and starts_on <> $3::date
    union all
    select kind, starts_on, minor, count from money_totals
    where business_id = $1 and span = 'day' and starts_on >= $3::date and starts_on < $4::date
    union all
    select kind, case when day >= $3::date and day < $4::date then day else date_trunc('month', day::timestamp)::date end,
      minor, count
    from money_changes where business_id = $1
  )`

/** Returns an SQL expression for the sum of the buckets that match the condition: { minor, count }. */
export function sumOf(condition: string): string {
  return `(select json_build_object('minor', coalesce(sum(minor), 0), 'count', coalesce(sum(count), 0))
    from money_pieces where ${condition})`
}

/** Money of test payments by day. Its index covers those alone, so it is cheap without any. */
export const testBuckets = `
  test_pieces as materialized (
    select received_on as day, amount_minor as minor from payments
    where business_id = $1 and is_test and undone_at is null
    union all
    select r.refunded_on, -r.amount_minor
    from payments p join refunds r on r.business_id = p.business_id and r.payment_id = p.id
    where p.business_id = $1 and p.is_test and p.undone_at is null and platform.is_given_back(r.state)
    union all
    select d.opened_on, -d.amount_minor
    from payments p join disputes d on d.business_id = p.business_id and d.payment_id = p.id
    where p.business_id = $1 and p.is_test and p.undone_at is null and platform.is_taken_back(d.state)
  )`

/** Returns an SQL expression for the sum of test payments on the days that match the condition. */
export function testMinorOf(condition = 'true'): string {
  return `(select coalesce(sum(minor), 0)::float8 from test_pieces where ${condition})`
}

export const beforeToday = 'starts_on < $2::date'
export const upToToday = 'starts_on <= $2::date'
export const afterToday = 'starts_on > $2::date'
export const thisMonth = 'starts_on >= $3::date and starts_on < $4::date'

/** Duplicates each row with a `day`, for the total of the day and of its month. */
export const spansOfDay = `
  cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) spans (span, starts_on)`
