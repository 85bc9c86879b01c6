import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import { callerOf } from '../auth/activity.ts'
import { closePeriod, reopenPeriod } from './close-period.ts'
import * as contract from './contract.ts'
import { getPeriodSettings } from './queries.ts'
import { savePeriodSettings } from './save-period-settings.ts'

export function registerPeriodRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  api.register(contract.getPeriodSettings, ({ identity: { businessId } }) =>
    withTenant(deps.database, businessId, (tx) => getPeriodSettings(tx, businessId)),
  )
  api.register(contract.savePeriodSettings, ({ identity, body }) => savePeriodSettings(deps, identity, body))
  api.register(contract.closePeriod, (call) => closePeriod(deps, callerOf(call), call.body))
  api.register(contract.reopenPeriod, (call) => reopenPeriod(deps, callerOf(call), call.body))
}
