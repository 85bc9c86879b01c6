import type { Api } from '../../../platform/http/api.ts'
import type { LateFeeDeps } from './add-late-fees.ts'
import * as contract from './contract.ts'
import { getInvoiceLateFees } from './get-invoice-late-fees.ts'
import { removeLateFee, skipLateFee } from './owner-actions.ts'

export function registerLateFeeRoutes(api: Api, deps: LateFeeDeps): void {
  const { database } = deps
  api.register(contract.getInvoiceLateFees, ({ identity, params }) =>
    getInvoiceLateFees(database, { businessId: identity.businessId, invoiceId: params.id }),
  )
  api.register(contract.skipLateFee, async ({ identity, params, body }) => {
    const key = { businessId: identity.businessId, invoiceId: params.id }
    await skipLateFee(deps, key, body)
    return getInvoiceLateFees(database, key)
  })
  api.register(contract.removeLateFee, async ({ identity, params }) => {
    const key = { businessId: identity.businessId, invoiceId: params.id }
    await removeLateFee(deps, key, params.lateFeeId)
    return getInvoiceLateFees(database, key)
  })
}
