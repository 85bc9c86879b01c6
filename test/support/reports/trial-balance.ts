import type { ReportWorld } from './world.ts'

// What has to hold of a journal, whatever it says.

/** On each basis the postings of a source come to nothing each day, in each currency and, where all are rated, at home. */
const unbalanced = `
  select source, source_id, b.basis, day::text, currency, sum(minor)::text as minor,
    case when bool_and(home_minor is not null) then sum(home_minor)::text end as home
  from journal cross join (values ('accrual'), ('cash')) b(basis)
  where business_id = $1 and journal.basis in ('both', b.basis)
  group by 1, 2, 3, 4, 5
  having sum(minor) <> 0 or sum(home_minor) filter (where home_minor is not null) <> 0`

const notTheSums = `
  select span, starts_on::text, basis, account, is_bank, currency, sum(minor)::text as minor, sum(count)::text as count from (
    select span, starts_on, basis, account, is_bank, currency, minor, count from journal_totals where business_id = $1
    union all
    select span, starts_on, basis, account, source = 'transaction',
      case when home_minor is null then j.currency else b.currency end, -coalesce(home_minor, minor), -1
    from journal j join businesses b on b.id = j.business_id
    cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date)) s (span, starts_on)
    where business_id = $1
  ) sums group by 1, 2, 3, 4, 5, 6 having sum(minor) <> 0 or sum(count) <> 0`

/** Returns what does not balance, and kept sums that are not those of the journal. */
export async function findImbalance({ run, businessId }: ReportWorld): Promise<unknown[]> {
  return [...(await run(unbalanced, [businessId])).rows, ...(await run(notTheSums, [businessId])).rows]
}
