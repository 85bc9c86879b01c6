import { isoMoment } from '../../platform/db/iso-moment.ts'
import { nameOf } from '../../platform/db/name-of.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import type { PeriodSettings } from './contract.ts'
import { reportsPlanText } from './rules.ts'

const statement = `
  select coalesce(s.fiscal_month, 1) as "fiscalMonth", s.closed_through::text as "closedThrough",
    coalesce(s.counts_bank, false) as "countsBank",
    coalesce((select json_agg(c.shown order by c.at desc, c.id) from (
      select id, at, json_build_object('id', id, 'kind', kind, 'before', before, 'after', after, 'note', note,
        'at', ${isoMoment('at')}, 'who', ${nameOf('period_changes.created_by')}) as shown
      from period_changes where business_id = $1 order by at desc, id limit 50) c), '[]') as changes
  from (select) one left join report_settings s on s.business_id = $1`

export async function getPeriodSettings(
  { client }: Transaction,
  businessId: string,
): Promise<PeriodSettings> {
  const { rows } = await client.query<PeriodSettings>({
    name: 'period-settings',
    text: statement,
    values: [businessId],
  })
  const [settings] = rows
  if (!settings) throw new Error('no row came back for the settings of reports')
  return settings
}

/** Throws PLAN_REQUIRED if the current plan of the business does not include reports. */
export async function assertPlanHasReports({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'reports'))
    throw new AppError('PLAN_REQUIRED', reportsPlanText)
}
