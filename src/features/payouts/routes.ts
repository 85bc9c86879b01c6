import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getPayout } from './get-payout.ts'
import { listPayouts } from './list-payouts.ts'

export function registerPayoutRoutes(api: Api, deps: Deps<'database'>): void {
  api.register(contract.listPayouts, ({ identity, query }) => listPayouts(deps, identity, query))
  api.register(contract.getPayout, ({ identity, params }) => getPayout(deps, identity, params.id))
}
