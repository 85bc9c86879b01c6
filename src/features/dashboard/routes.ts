import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { readDashboard } from './get-dashboard.ts'
import { hideSteps } from './hide-first-steps.ts'

export function registerDashboardRoutes(api: Api, deps: DashboardDeps): void {
  api.register(contract.getDashboard, ({ identity }) => readDashboard(deps, identity))
  api.register(contract.hideFirstSteps, ({ identity }) => hideSteps(deps, identity))
}
