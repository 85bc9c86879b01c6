import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn, daysBetween, isIsoDate } from '../../shared/dates.ts'
import { noteApproval } from './approval/note-approval.ts'
import { lastDueDateOf } from './columns.ts'
import type { Invoice } from './contract.ts'
import { newInvoiceColumns, insertInvoice } from './insert-invoice.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { assertWithinPlan } from './invoice-limit.ts'
import { toInvoice } from './invoice-view.ts'
import { lateFeesMinor } from './late-fees/late-fee-rules.ts'
import { askedParts, planParts } from './parts/part-rules.ts'
import { type InvoiceRow, getBusinessFacts, getInvoiceRow, lockInvoice } from './queries.ts'
import { dueDateFor } from './rules.ts'

/** Returns the due date by the terms; for custom terms, as many days after the issue date as on the original. */
function dueDateFrom(today: string, row: InvoiceRow): string {
  return dueDateFor(row.paymentTerms, today) ?? shifted(today, row, lastDueDateOf(row))
}

/** Returns the date as many days after today as it is after the issue date. */
function shifted(today: string, { issueDate }: InvoiceRow, date: string): string {
  const moved = addDays(today, daysBetween(issueDate, date))
  return isIsoDate(moved) ? moved : today
}

/** The last part keeps the due date of the copy. */
function partsFrom(today: string, row: InvoiceRow, dueDate: string): InvoiceRow['parts'] {
  const parts = askedParts(row.parts ?? []).map((part) => ({
    ...part,
    dueDate: shifted(today, row, part.dueDate),
  }))
  return planParts(parts, { totalMinor: row.totalMinor - lateFeesMinor(row.lateFees), dueDate })
}

export async function duplicateInvoice(deps: InvoiceDeps, identity: Identity, id: string): Promise<Invoice> {
  const { businessId, userId } = identity
  const { timeZone } = identity.business
  const now = deps.now()
  const today = dateIn(timeZone, now)
  const row = await withTenant(deps.database, businessId, async (tx) => {
    // The lock also protects the logo: no transaction can delete the invoice, and a logo in use is not deleted.
    await lockInvoice(tx, id)
    const [{ logo, ...original }, { plan, ...facts }] = await Promise.all([
      getInvoiceRow(tx, id),
      getBusinessFacts(tx, businessId, null),
    ])
    // The late fees stay with the original.
    const lateMinor = lateFeesMinor(original.lateFees)
    const dueDate = dueDateFrom(today, { ...original, logo })
    const copy = {
      ...original,
      lines: original.lines?.map(({ sources: _sources, ...line }) => line) ?? null,
      ...newInvoiceColumns(now, facts),
      feesMinor: original.feesMinor - lateMinor,
      totalMinor: original.totalMinor - lateMinor,
      createdBy: userId,
      requestId: null,
      issueDate: today,
      dueDate,
      parts: partsFrom(today, { ...original, logo }, dueDate),
      sendOption: 'email_later',
    } as const
    const stored = await insertInvoice(tx, copy, { event: 'duplicated', numbering: facts.numbering })
    if (stored.approval !== null) await noteApproval(tx, deps, stored, 'approval-asked')
    await assertWithinPlan(tx, { id: businessId, plan, timeZone }, now)
    const { shownFields } = original
    return { ...stored, logo, shownFields, movements: [], lateFees: [], creditNotes: [] }
  })
  return toInvoice(row, { today, appUrl: deps.appUrl })
}
