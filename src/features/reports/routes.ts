import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getReportFile } from './files/get-report-file.ts'
import { listReportEntries } from './list-report-entries.ts'
import { getReport } from './read-report.ts'
import { registerSummaryRoutes } from './summary/routes.ts'
import type { SummaryMailDeps } from './summary/summary-mails.ts'

export function registerReportRoutes(api: Api, deps: SummaryMailDeps & Deps<'database' | 'now'>): void {
  // First: a report is found by its name, and `summary` is the name of none.
  registerSummaryRoutes(api, deps)
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
