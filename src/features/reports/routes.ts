import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getReportFile } from './files/get-report-file.ts'
import { listReportEntries } from './list-report-entries.ts'
import { getReport } from './read-report.ts'

export function registerReportRoutes(api: Api, deps: Deps<'database' | 'now'>): void {
  api.register(contract.getReport, ({ identity, params, query }) =>
    getReport(deps, identity, params.name, query),
  )
  api.register(contract.listReportEntries, ({ identity, params, query }) =>
    listReportEntries(deps, identity, params.name, query),
  )
  api.register(contract.getReportFile, ({ identity, params, query }) =>
    getReportFile(deps, identity, params.name, query),
  )
}
