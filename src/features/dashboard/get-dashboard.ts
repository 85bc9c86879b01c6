import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Dashboard } from './contract.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { type DashboardRow, dashboardStatement } from './dashboard-statement.ts'
import { toDashboard } from './dashboard-view.ts'

/** Reads everything in one statement, so that the figures are consistent despite concurrent writes. */
export async function readDashboard(deps: DashboardDeps, identity: Identity): Promise<Dashboard> {
  const { businessId, business } = identity
  const now = deps.now()
  const today = dateIn(business.timeZone, now)
  const [row] = await queryTenant<DashboardRow>(
    deps.database,
    businessId,
    dashboardStatement(businessId, today, now),
  )
  if (!row) throw new AppError('NOT_FOUND', 'This business is not there any more.')
  return toDashboard(row, today, now)
}
