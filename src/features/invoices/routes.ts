import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import * as ofClient from './client/contract.ts'
import { listClientInvoices } from './client/list-client-invoices.ts'
import { readClientTimeline } from './client/read-client-timeline.ts'
import * as contract from './contract.ts'
import { createInvoice } from './create-invoice.ts'
import { deleteInvoice } from './delete-invoice.ts'
import { duplicateInvoice } from './duplicate-invoice.ts'
import { exportInvoices } from './export-invoices.ts'
import type { InvoiceChangeDeps } from './invoice-deps.ts'
import { toInvoice } from './invoice-view.ts'
import { listInvoices } from './list-invoices.ts'
import { emailInvoice } from './mail/email-invoice.ts'
import * as numbers from './numbers/contract.ts'
import { getNumbering } from './numbers/get-numbering.ts'
import { saveNumbering } from './numbers/save-numbering.ts'
import { getInvoiceRow } from './queries.ts'
import { readTimeline } from './read-timeline.ts'
import { summarizeInvoices } from './summarize-invoices.ts'
import { updateInvoice } from './update-invoice.ts'

export function registerInvoiceRoutes(api: Api, deps: InvoiceChangeDeps): void {
  api.register(contract.listInvoices, ({ identity, query }) => listInvoices(deps, identity, query))
  // Registered before the routes of a single invoice, which would read `summary` or `numbering` as an id.
  api.register(contract.exportInvoices, ({ identity, query, log }) =>
    exportInvoices({ ...deps, log }, identity, query),
  )
  api.register(numbers.getNumbering, ({ identity }) => getNumbering(deps, identity))
  api.register(numbers.saveNumbering, ({ identity, body }) => saveNumbering(deps, identity, body))
  api.register(contract.getInvoiceSummary, ({ identity }) => summarizeInvoices(deps, identity))
  api.register(contract.createInvoice, ({ identity, body, log }) =>
    createInvoice({ ...deps, log }, identity, body),
  )
  api.register(contract.getInvoice, async ({ identity, params }) => {
    const row = await withTenant(deps.database, identity.businessId, (tx) => getInvoiceRow(tx, params.id))
    const today = dateIn(identity.business.timeZone, deps.now())
    return toInvoice(row, { today, appUrl: deps.appUrl })
  })
  api.register(contract.updateInvoice, ({ identity, params, body, log }) =>
    updateInvoice({ ...deps, log }, identity, params.id, body),
  )
  api.register(contract.deleteInvoice, ({ identity, params, log }) =>
    deleteInvoice({ ...deps, log }, identity, params.id),
  )
  api.register(contract.duplicateInvoice, ({ identity, params }) =>
    duplicateInvoice(deps, identity, params.id),
  )
  api.register(contract.emailInvoice, ({ identity, params }) => emailInvoice(deps, identity, params.id))
  api.register(ofClient.listClientInvoices, ({ identity, params, query }) =>
    listClientInvoices(deps, identity, params.id, query),
  )
  api.register(ofClient.getClientTimeline, ({ identity, params, query }) =>
    readClientTimeline(deps.database, identity.businessId, params.id, query),
  )
  api.register(contract.getTimeline, ({ identity, params }) => readTimeline(deps, identity, params.id))
}
