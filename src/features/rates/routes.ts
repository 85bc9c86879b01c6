import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { listRates, removeOwnRate, saveOwnRate } from './own-rates.ts'

export function registerRateRoutes(api: Api, deps: Deps<'database' | 'jobs' | 'now'>): void {
  api.register(contract.listRates, ({ identity }) => listRates(deps, identity))
  api.register(contract.saveRate, ({ body, identity }) => saveOwnRate(deps, identity, body))
  api.register(contract.deleteRate, ({ params, identity }) =>
    removeOwnRate(deps, identity.businessId, params),
  )
}
