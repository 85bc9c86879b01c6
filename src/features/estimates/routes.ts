import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'
import * as contract from './contract.ts'
import { createEstimate } from './create-estimate.ts'
import { emailEstimate } from './email-estimate.ts'
import { deleteEstimate, duplicateEstimate, markEstimate } from './estimate-changes.ts'
import { readEstimateView } from './estimate-view.ts'
import { invoiceEstimate } from './invoice-estimate.ts'
import { listClientEstimates } from './list-client-estimates.ts'
import { listEstimates } from './list-estimates.ts'
import { getEstimateRow } from './queries.ts'
import { updateEstimate } from './update-estimate.ts'

export function registerEstimateRoutes(api: Api, deps: InvoiceChangeDeps): void {
  api.register(contract.listEstimates, ({ identity, query }) => listEstimates(deps, identity, query))
  api.register(contract.listClientEstimates, ({ identity, params, query }) =>
    listClientEstimates(deps, identity, params.id, query),
  )
  api.register(contract.createEstimate, ({ identity, body, log }) =>
    createEstimate({ ...deps, log }, identity, body),
  )
  api.register(contract.getEstimate, ({ identity, params }) =>
    withTenant(deps.database, identity.businessId, async (tx) =>
      readEstimateView(tx, deps, await getEstimateRow(tx, params.id), identity.business),
    ),
  )
  api.register(contract.updateEstimate, ({ identity, params, body, log }) =>
    updateEstimate({ ...deps, log }, identity, params.id, body),
  )
  api.register(contract.deleteEstimate, ({ identity, params, log }) =>
    deleteEstimate({ ...deps, log }, identity, params.id),
  )
  api.register(contract.duplicateEstimate, ({ identity, params }) =>
    duplicateEstimate(deps, identity, params.id),
  )
  api.register(contract.emailEstimate, ({ identity, params }) => emailEstimate(deps, identity, params.id))
  api.register(contract.markEstimate, ({ identity, params, body }) =>
    markEstimate(deps, identity, params.id, body),
  )
  api.register(contract.invoiceEstimate, ({ identity, params, body, log }) =>
    invoiceEstimate({ ...deps, log }, identity, params.id, body),
  )
}
