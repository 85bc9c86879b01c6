import { businesses } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

export async function hideSteps({ database, now }: DashboardDeps, { businessId }: Identity): Promise<void> {
  // No filter is needed: a tenant transaction sees one business only.
  await withTenant(database, businessId, ({ db }) => db.update(businesses).set({ firstStepsHiddenAt: now() }))
}
