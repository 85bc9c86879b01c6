import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { addCategory, orderCategories } from './edit-categories.ts'
import { listCategories } from './list-categories.ts'

export function registerCategoryRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  api.register(contract.listCategories, ({ identity: { businessId }, params: { kind } }) =>
    withTenant(deps.database, businessId, (tx) => listCategories(tx, { businessId, kind, now: deps.now() })),
  )
  api.register(contract.addCategory, ({ identity, body }) => addCategory(deps, identity, body))
  api.register(contract.orderCategories, ({ identity, params, body }) =>
    orderCategories(deps, identity, params.kind, body),
  )
}
