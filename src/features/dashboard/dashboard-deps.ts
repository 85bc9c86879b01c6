import type { Database } from '../../platform/db/connect.ts'

export interface DashboardDeps {
  database: Database
  now: () => Date
}
