import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { findTimer, listBillable, listTime, toTimeEntry } from './queries.ts'
import { addTime, deleteTime, startTimer, stopTimer, updateTime } from './time-changes.ts'

export function registerBillableRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  api.register(contract.listBillable, ({ identity, query }) => listBillable(deps, identity.businessId, query))
  api.register(contract.listTime, ({ identity, query }) => listTime(deps, identity.businessId, query))
  api.register(contract.getTimer, async ({ identity }) => {
    const { businessId, userId } = identity
    const row = await withTenant(deps.database, businessId, (tx) => findTimer(tx, businessId, userId))
    return { timer: row ? toTimeEntry(row) : null }
  })
  api.register(contract.addTime, ({ identity, body }) => addTime(deps, identity, body))
  api.register(contract.startTimer, ({ identity, body }) => startTimer(deps, identity, body))
  api.register(contract.stopTimer, ({ identity, params }) => stopTimer(deps, identity, params.id))
  api.register(contract.updateTime, ({ identity, params, body }) =>
    updateTime(deps, identity, params.id, body),
  )
  api.register(contract.deleteTime, ({ identity, params }) => deleteTime(deps, identity, params.id))
}
