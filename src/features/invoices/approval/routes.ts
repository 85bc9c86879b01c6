import type { Api } from '../../../platform/http/api.ts'
import type { InvoiceChangeDeps } from '../invoice-deps.ts'
import { getApprovalLimit, saveApprovalLimit } from './approval-limit.ts'
import * as contract from './contract.ts'
import { approveInvoice, sendBackInvoice } from './decide-approval.ts'
import { getInvoiceApproval, listWaitingInvoices } from './read-approvals.ts'

export function registerApprovalRoutes(api: Api, deps: InvoiceChangeDeps): void {
  api.register(contract.getApprovalLimit, ({ identity }) => getApprovalLimit(deps, identity))
  api.register(contract.saveApprovalLimit, ({ identity, body }) => saveApprovalLimit(deps, identity, body))
  api.register(contract.listWaitingInvoices, ({ identity }) => listWaitingInvoices(deps, identity.businessId))
  api.register(contract.getInvoiceApproval, ({ identity, params }) =>
    getInvoiceApproval(deps, { businessId: identity.businessId, invoiceId: params.id }),
  )
  api.register(contract.approveInvoice, ({ identity, params, body }) =>
    approveInvoice(deps, identity, params.id, body),
  )
  api.register(contract.sendBackInvoice, ({ identity, params, body }) =>
    sendBackInvoice(deps, identity, params.id, body),
  )
}
