import type { Identity } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import type { Dashboard } from './contract.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

export async function readDashboard(_deps: DashboardDeps, _identity: Identity): Promise<Dashboard> {
  throw new AppError('NOT_FOUND', 'not yet')
}
