import { addMonths, monthOf } from '../../shared/dates.ts'

export interface Sum {
  cents: number
  count: number
}

/** The values of $1 to $4 in what follows: the business, its today, the first of that month, and of the next. */
export function moneyValues(businessId: string, today: string): string[] {
  return [businessId, today, monthOf(today), addMonths(today, 1)]
}

/**
 * All money of the business in few pieces, for a WITH: the current month by day, every other by month, named by its first
 * day. So whatever lies before, on or after today does so by its name, and no piece lies on both sides.
 */
export const moneyBuckets = `
  money_pieces as materialized (
    select kind, starts_on, cents, count from money_totals
    where business_id = $1 and span = 'month' and starts_on <> $3::date
    union all
    select kind, starts_on, cents, count from money_totals
    where business_id = $1 and span = 'day' and starts_on >= $3::date and starts_on < $4::date
    union all
    select kind, case when day >= $3::date and day < $4::date then day else date_trunc('month', day::timestamp)::date end,
      cents, count
    from money_changes where business_id = $1
  )`

/** An expression for the sum of the pieces for which something holds: { cents, count }. */
export function sumOf(condition: string): string {
  return `(select json_build_object('cents', coalesce(sum(cents), 0), 'count', coalesce(sum(count), 0))
    from money_pieces where ${condition})`
}

/**
 * What of the money received came by test payments, by day, for a WITH beside the pieces; $1 is the business. They have an
 * index of their own, which is empty for a business without any.
 */
export const testBuckets = `
  test_pieces as materialized (
    select received_on as day, amount_cents as cents from payments
    where business_id = $1 and is_test and undone_at is null
    union all
    select r.refunded_on, -r.amount_cents
    from payments p join refunds r on r.business_id = p.business_id and r.payment_id = p.id
    where p.business_id = $1 and p.is_test and p.undone_at is null and r.state in ('pending', 'succeeded')
    union all
    select d.opened_on, -d.amount_cents
    from payments p join disputes d on d.business_id = p.business_id and d.payment_id = p.id
    where p.business_id = $1 and p.is_test and p.undone_at is null and d.state in ('open', 'lost')
  )`

/** An expression for their sum, of the days for which something holds. */
export function testCentsOf(condition = 'true'): string {
  return `(select coalesce(sum(cents), 0)::float8 from test_pieces where ${condition})`
}

export const beforeToday = 'starts_on < $2::date'
export const upToToday = 'starts_on <= $2::date'
export const afterToday = 'starts_on > $2::date'
export const thisMonth = 'starts_on >= $3::date and starts_on < $4::date'

/** Each row with a `day` twice, for the total of that day and for that of its month: `span` and `starts_on`. */
export const spansOfDay = `
  cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) spans (span, starts_on)`
