import type { Api } from '../../platform/http/api.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import * as contract from './contract.ts'
import { findDocuments } from './find-documents.ts'

export function registerFindRoutes(api: Api, deps: InvoiceDeps): void {
  api.register(contract.find, ({ identity, query }) => findDocuments(deps, identity, query.text))
}
