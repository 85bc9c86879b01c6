import { businesses } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getDashboard } from './get-dashboard.ts'

export function registerDashboardRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  api.register(contract.getDashboard, ({ identity }) => getDashboard(deps, identity))
  api.register(contract.hideFirstSteps, async ({ identity }) => {
    // No filter is needed: a tenant transaction sees one business only.
    await withTenant(deps.database, identity.businessId, ({ db }) =>
      db.update(businesses).set({ firstStepsHiddenAt: deps.now() }),
    )
  })
}
