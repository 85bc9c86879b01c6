import type { Database } from '../../platform/db/connect.ts'

export interface TransactionDeps {
  database: Database
  now: () => Date
}
