import type { Api } from '../../platform/http/api.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import * as contract from './contract.ts'
import { createCreditNote } from './create-credit-note.ts'
import { emailCreditNote } from './email-credit-note.ts'
import { listCreditNotes } from './list-credit-notes.ts'

export function registerCreditNoteRoutes(api: Api, deps: InvoiceDeps): void {
  api.register(contract.createCreditNote, ({ identity, params, body, log }) =>
    createCreditNote({ ...deps, log }, identity, params.id, body),
  )
  api.register(contract.listCreditNotes, async ({ identity, params }) => ({
    creditNotes: await listCreditNotes(deps, identity, params.id),
  }))
  api.register(contract.emailCreditNote, ({ identity, params, log }) =>
    emailCreditNote({ ...deps, log }, identity, params.id),
  )
}
