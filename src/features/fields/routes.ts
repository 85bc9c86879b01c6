import type { Database } from '../../platform/db/connect.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { addOwnField, archiveOwnField, changeOwnField, orderOwnFields } from './field-changes.ts'
import { listOwnFields } from './queries.ts'

export function registerFieldRoutes(api: Api, database: Database): void {
  api.register(contract.listOwnFields, ({ identity }) =>
    withTenant(database, identity.businessId, listOwnFields),
  )
  api.register(contract.addOwnField, ({ body, identity }) => addOwnField(database, identity.businessId, body))
  api.register(contract.orderOwnFields, ({ body, identity }) =>
    orderOwnFields(database, identity.businessId, body),
  )
  api.register(contract.changeOwnField, ({ params, body, identity }) =>
    changeOwnField(database, identity.businessId, params.id, body),
  )
  api.register(contract.archiveOwnField, ({ params, body, identity }) =>
    archiveOwnField(database, identity.businessId, params.id, body),
  )
}
