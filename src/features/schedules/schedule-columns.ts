import type { Transaction } from '../../platform/db/transaction.ts'
import { dateIn } from '../../shared/dates.ts'
import { type End, type Frequency, type Plan, dayOfPeriod, firstPeriodFrom } from './rules.ts'

interface EndColumns {
  endDate: string | null
  endCount: number | null
}

function endOf({ endDate, endCount }: EndColumns): End {
  if (endDate !== null) return { kind: 'date', date: endDate }
  return endCount === null ? { kind: 'never' } : { kind: 'count', count: endCount }
}

/** Converts an end to columns. */
export function endColumns(end: End): EndColumns {
  return {
    endDate: end.kind === 'date' ? end.date : null,
    endCount: end.kind === 'count' ? end.count : null,
  }
}

export function planOf(row: EndColumns & { frequency: Frequency; startDate: string }): Plan {
  return { frequency: row.frequency, startDate: row.startDate, end: endOf(row) }
}

/** Converts a period and its date to columns. */
export function periodOf(plan: Plan, nextPeriod: number) {
  return { nextPeriod, nextOn: dayOfPeriod(plan, nextPeriod) }
}

/** Returns the first period whose sending time, at the business's hour, is in the future. */
export async function firstPeriodToCome(
  { client }: Transaction,
  business: { id: string; timeZone: string },
  { frequency, startDate }: Plan,
  now: Date,
): Promise<number> {
  const { rows } = await client.query<{ date: string }>(
    `select case when platform.local_moment(
         $2::date, coalesce(s.send_hour, platform.default_send_hour()), b.time_zone) > $3 then $2::date
       else $2::date + 1 end::text as date
     from businesses b left join reminder_settings s on s.business_id = b.id where b.id = $1`,
    [business.id, dateIn(business.timeZone, now), now],
  )
  return firstPeriodFrom(frequency, startDate, rows[0]?.date ?? startDate)
}
