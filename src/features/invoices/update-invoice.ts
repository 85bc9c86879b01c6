import { and, eq } from 'drizzle-orm'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { saveClient } from '../clients/save-client.ts'
import type * as contract from './contract.ts'
import { queueInvoiceMail } from './emails.ts'
import { contentOf, totalsFor } from './invoice-content.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { toInvoice } from './invoice-view.ts'
import { getBusinessFacts, getInvoiceRow, getLogo, lockInvoice } from './queries.ts'

export async function updateInvoice(
  deps: InvoiceDeps,
  identity: Identity,
  id: string,
  input: BodyOf<typeof contract.updateInvoice>,
): Promise<contract.Invoice> {
  const { businessId, business } = identity
  const now = deps.now()
  const totals = totalsFor(input.charge)
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockInvoice(tx, id)
    if (current.status === 'paid') {
      throw new AppError(
        'INVOICE_PAID',
        'A paid invoice cannot be changed: it is the record of what your client paid for.',
      )
    }
    if (current.version !== input.version) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This invoice has been changed elsewhere in the meantime. Reload it to see the latest version.',
      )
    }
    await getLogo(tx, businessId, input.logoId)
    const clientId = await saveClient(tx, deps.log, identity, input.client)
    await tx.db
      .update(invoices)
      .set({ ...contentOf(input, totals, clientId), version: current.version + 1, updatedAt: now })
      .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
    await tx.db.insert(invoiceEvents).values({ businessId, invoiceId: id, kind: 'changed' })
    const changed = await getInvoiceRow(tx, id)
    if (input.sendOption !== 'email_now' || changed.sentAt) return changed
    const { ownerVerified } = await getBusinessFacts(tx, businessId, null)
    await queueInvoiceMail(tx, deps, changed, { timeZone: business.timeZone, ownerVerified })
    return getInvoiceRow(tx, id)
  })
  return toInvoice(row, { today: dateIn(business.timeZone, now), appUrl: deps.appUrl })
}
