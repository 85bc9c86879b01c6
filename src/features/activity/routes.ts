import type { Database } from '../../platform/db/connect.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { listActivity } from './list-activity.ts'

export function registerActivityRoutes(api: Api, database: Database): void {
  api.register(contract.listActivity, ({ identity, query }) =>
    listActivity(database, identity.businessId, query),
  )
}
