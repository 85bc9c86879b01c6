import { withTenant } from '../../platform/db/transaction.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getOwnBusiness } from './queries.ts'

export function registerBusinessRoutes(api: Api, database: Database): void {
  api.register(contract.getBusiness, ({ identity }) =>
    withTenant(database, identity.businessId, getOwnBusiness),
  )
}
