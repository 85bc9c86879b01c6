import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { type Plan, includesFeature } from '../../billing/rules.ts'
import type { ReportQuery } from '../contract.ts'
import type { ReportOwner } from '../report-context.ts'

/** The summary that a business is to get now. */
export interface DueSummary {
  owner: ReportOwner
  plan: Plan
  /** The first day of the last month whose summary is due. Those before it are not sent any more. */
  month: string
  basis: ReportQuery['basis']
  /** Null if the business gets none: its plan has no reports, or it is suspended or about to be deleted. */
  recipients: { toOwner: boolean; accountant: string | null } | null
}

interface Row {
  name: string
  timeZone: string
  currency: Currency
  locale: string
  plan: Plan
  isHeld: boolean
  month: string
  basis: ReportQuery['basis']
  toOwner: boolean
  accountant: string | null
}

const statement = `
  select b.name, b.time_zone as "timeZone", b.currency, b.locale, b.plan,
    b.suspended_at is not null or b.deletion_requested_at is not null as "isHeld",
    due.month::text as month, s.summary_basis as basis, s.summary_to_owner as "toOwner",
    case when s.accountant_email <> all(s.summary_stopped) then nullif(s.accountant_email, '') end as accountant
  from report_settings s join businesses b on b.id = s.business_id
  cross join lateral (
    select max(month)::date as month
    from generate_series(s.summary_last_month + interval '1 month', $2::timestamptz at time zone 'UTC',
      interval '1 month') month
    where platform.summary_moment(month::date, s.summary_day, b.time_zone) <= $2
  ) due
  where s.business_id = $1 and s.next_summary_at <= $2 and due.month is not null`

/** With `lock`, until the end of the transaction no other decides about this summary, or changes who gets it. */
export async function findDueSummary(
  { client }: Transaction,
  businessId: string,
  { now, lock }: { now: Date; lock: boolean },
): Promise<DueSummary | undefined> {
  if (lock) {
    // A statement of its own, so that the next one sees what was committed while this one waited.
    await client.query('select from report_settings where business_id = $1 for no key update', [businessId])
  }
  const { rows } = await client.query<Row>(statement, [businessId, now])
  const [row] = rows
  if (!row) return undefined
  const { name, timeZone, currency, locale, plan, month, basis, isHeld, toOwner, accountant } = row
  const isAllowed = !isHeld && includesFeature(plan, 'reports')
  return {
    owner: { businessId, business: { name, timeZone, currency, locale } },
    plan,
    month,
    basis,
    recipients: isAllowed ? { toOwner, accountant } : null,
  }
}

/** The month is done: the next one is that after it. */
export async function noteSummarized(
  { client }: Transaction,
  businessId: string,
  month: string,
): Promise<void> {
  await client.query('update report_settings set summary_last_month = $2 where business_id = $1', [
    businessId,
    month,
  ])
}
