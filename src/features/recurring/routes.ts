import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { createSeries } from './create-series.ts'
import { listSeriesInvoices } from './list-series-invoices.ts'
import type { RecurringDeps } from './recurring-deps.ts'
import {
  deleteSeries,
  pauseSeries,
  resumeSeries,
  skipPeriod,
  stopSeriesAutopay,
  updateSeries,
} from './series-changes.ts'
import { listSeries, readSeries } from './series-view.ts'

export function registerRecurringRoutes(api: Api, deps: Omit<RecurringDeps, 'log'>): void {
  api.register(contract.listSeries, ({ identity, query }) => listSeries(deps, identity, query))
  api.register(contract.createSeries, ({ identity, body, log }) =>
    createSeries({ ...deps, log }, identity, body),
  )
  api.register(contract.getSeries, ({ identity, params }) => readSeries(deps, identity, params.id))
  api.register(contract.listSeriesInvoices, ({ identity, params, query }) =>
    listSeriesInvoices(deps, identity, params.id, query),
  )
  api.register(contract.updateSeries, ({ identity, params, body, log }) =>
    updateSeries({ ...deps, log }, identity, params.id, body),
  )
  api.register(contract.pauseSeries, ({ identity, params }) => pauseSeries(deps, identity, params.id))
  api.register(contract.resumeSeries, ({ identity, params }) => resumeSeries(deps, identity, params.id))
  api.register(contract.stopSeriesAutopay, ({ identity, params, log }) =>
    stopSeriesAutopay({ ...deps, log }, identity, params.id),
  )
  api.register(contract.skipPeriod, ({ identity, params, body }) =>
    skipPeriod(deps, identity, params.id, body.period),
  )
  api.register(contract.deleteSeries, ({ identity, params, log }) =>
    deleteSeries({ ...deps, log }, identity, params.id),
  )
}
