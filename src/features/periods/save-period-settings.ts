import { reportSettings } from '../../platform/db/tables/periods.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { assertPlanHasReports, getPeriodSettings } from './queries.ts'

export function savePeriodSettings(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
  body: BodyOf<typeof contract.savePeriodSettings>,
): Promise<contract.PeriodSettings> {
  return withTenant(database, businessId, async (tx) => {
    await assertPlanHasReports(tx)
    const values = { ...body, updatedAt: now() }
    await tx.db
      .insert(reportSettings)
      .values({ businessId, ...values })
      .onConflictDoUpdate({ target: reportSettings.businessId, set: values })
    return getPeriodSettings(tx, businessId)
  })
}
