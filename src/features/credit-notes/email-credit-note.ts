import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { clientMailLimit, getMailFacts } from '../invoices/mail/mail-limit.ts'
import { getInvoiceWithBusiness, lockInvoice } from '../invoices/queries.ts'
import { queueCreditNoteMail } from './emails.ts'
import { getCreditNoteRow } from './queries.ts'

/** Mails the credit note to the client when the owner presses Email: ten mails per credit note and hour. */
export async function emailCreditNote(deps: InvoiceDeps, { businessId }: Identity, creditNoteId: string) {
  const { database } = deps
  const { invoiceId } = await withTenant(database, businessId, (tx) => getCreditNoteRow(tx, creditNoteId))
  const { plan } = await getMailFacts(database, businessId, invoiceId)
  const limit = { key: `credit-note-mail:${businessId}:${creditNoteId}`, max: 10, windowSeconds: 3600 }
  return withinLimits(database, [limit, clientMailLimit(businessId, plan)], () =>
    withTenant(database, businessId, async (tx) => {
      await lockInvoice(tx, invoiceId)
      const row = await getCreditNoteRow(tx, creditNoteId)
      return queueCreditNoteMail(tx, deps, row, await getInvoiceWithBusiness(tx, businessId, invoiceId))
    }),
  )
}
