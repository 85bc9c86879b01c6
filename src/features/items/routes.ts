import type { Database } from '../../platform/db/connect.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { listItems } from './queries.ts'
import { removeItem, saveItem } from './save-item.ts'

export function registerItemRoutes(api: Api, database: Database): void {
  api.register(contract.listItems, async ({ identity, query }) => ({
    items: await listItems(database, identity.businessId, query),
  }))
  api.register(contract.saveItem, ({ identity, body }) => saveItem(database, identity.businessId, body))
  api.register(contract.removeItem, ({ identity, params }) =>
    removeItem(database, identity.businessId, params.id),
  )
}
