import type { Database } from '../../platform/db/connect.ts'
import type { Api } from '../../platform/http/api.ts'

export interface TransactionDeps {
  database: Database
  now: () => Date
}

export function registerTransactionRoutes(_api: Api, _deps: TransactionDeps): void {}
