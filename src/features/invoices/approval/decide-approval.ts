import { and, eq } from 'drizzle-orm'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Invoice } from '../contract.ts'
import type { InvoiceChangeDeps } from '../invoice-deps.ts'
import { toInvoice } from '../invoice-view.ts'
import { queueInvoiceMail } from '../mail/emails.ts'
import { clientMailLimit } from '../mail/mail-limit.ts'
import { type InvoiceRow, getInvoiceRow, getInvoiceWithBusiness, lockInvoice } from '../queries.ts'
import type * as contract from './contract.ts'
import { noteApproval, startPlans } from './note-approval.ts'

/** Approves an invoice that waits, and emails it if its author chose that. */
export async function approveInvoice(
  deps: InvoiceChangeDeps,
  identity: Identity,
  id: string,
  { version }: BodyOf<typeof contract.approveInvoice>,
): Promise<Invoice> {
  const { businessId } = identity
  const found = await withTenant(deps.database, businessId, (tx) =>
    getInvoiceWithBusiness(tx, businessId, id),
  )
  const isEmailed = found.invoice.approval !== null && found.invoice.sendOption === 'email_now'
  const approve = () =>
    withTenant(deps.database, businessId, async (tx) => {
      const row = await lockAsRead(tx, id, version)
      if (row.approval === null) return row
      await setApproval(tx, row, null)
      await startPlans(tx, row, deps.now())
      await noteApproval(tx, deps, row, 'approved')
      const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, id)
      if (isEmailed) await queueInvoiceMail(tx, deps, invoice, business)
      await deps.matchTransactions(tx, businessId)
      return getInvoiceRow(tx, id)
    })
  const limits = isEmailed ? [clientMailLimit(businessId, found.business.plan)] : []
  return view(deps, identity, await withinLimits(deps.database, limits, approve))
}

/** Sends an invoice that waits back to its author, who is told why. */
export async function sendBackInvoice(
  deps: InvoiceChangeDeps,
  identity: Identity,
  id: string,
  { version, note }: BodyOf<typeof contract.sendBackInvoice>,
): Promise<Invoice> {
  const row = await withTenant(deps.database, identity.businessId, async (tx) => {
    const current = await lockAsRead(tx, id, version)
    if (current.approval === null) {
      throw new AppError('NOT_WAITING', 'This invoice no longer waits for approval.')
    }
    if (current.approval === 'returned') {
      throw new AppError('NOT_WAITING', 'This invoice was sent back already.')
    }
    await setApproval(tx, current, 'returned')
    await noteApproval(tx, deps, current, 'sent-back', note)
    return getInvoiceRow(tx, id)
  })
  return view(deps, identity, row)
}

/** Locks the invoice, and makes sure that it still is what the approver read. */
async function lockAsRead(tx: Transaction, id: string, version: number): Promise<InvoiceRow> {
  const { approval, version: present } = await lockInvoice(tx, id)
  if (approval !== null && present !== version) {
    throw new AppError(
      'CHANGED_ELSEWHERE',
      'This invoice has been changed in the meantime. Please look at it again.',
    )
  }
  return getInvoiceRow(tx, id)
}

async function setApproval(
  { db }: Transaction,
  { businessId, id, version }: InvoiceRow,
  approval: InvoiceRow['approval'],
): Promise<void> {
  // Another version, so that a form that is still open does not overwrite what was decided.
  await db
    .update(invoices)
    .set({ approval, version: version + 1 })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
}

function view({ now, appUrl }: InvoiceChangeDeps, { business }: Identity, row: InvoiceRow): Invoice {
  return toInvoice(row, { today: dateIn(business.timeZone, now()), appUrl })
}
