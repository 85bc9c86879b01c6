import type { Deps } from '../../../platform/deps.ts'
import type { Api } from '../../../platform/http/api.ts'
import { getChart, saveChart } from './chart-of-business.ts'
import * as contract from './contract.ts'
import { getLedgerFile } from './get-ledger-file.ts'

export function registerLedgerRoutes(api: Api, deps: Deps<'database' | 'log' | 'now'>): void {
  api.register(contract.getChart, ({ identity }) => getChart(deps, identity))
  api.register(contract.getLedgerFile, ({ identity, query }) => getLedgerFile(deps, identity, query))
  api.register(contract.saveChart, ({ identity, body }) => saveChart(deps, identity, body))
}
