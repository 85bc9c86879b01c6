import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/db/connect.ts'
import { lateFees } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { pick } from '../../../shared/pick.ts'
import { type InvoiceKey, type InvoiceRow, getInvoiceRow } from '../queries.ts'
import type { InvoiceLateFees } from './contract.ts'
import { lateFeesMinor } from './late-fee-rules.ts'
import { listOpenLateFees } from './queries.ts'
import { removalProblem } from './removal-rules.ts'

/** Returns the late fees of an invoice, and which one comes next, or why none does. */
export function getInvoiceLateFees(database: Database, key: InvoiceKey): Promise<InvoiceLateFees> {
  const { businessId, invoiceId } = key
  return withTenant(database, businessId, async (tx) => {
    const row = await getInvoiceRow(tx, invoiceId)
    const [next] = await listOpenLateFees(tx, key)
    const fees = await tx.db
      .select()
      .from(lateFees)
      .where(and(eq(lateFees.businessId, businessId), eq(lateFees.invoiceId, invoiceId)))
      .orderBy(asc(lateFees.feeOn), asc(lateFees.dueDate))
    return {
      next: next ? pick(next, ['dueDate', 'period', 'on', 'amountMinor']) : null,
      hint: next || !row.lateFeeTerms ? null : hintOf(row),
      fees: fees.map((fee) => ({
        ...pick(fee, ['id', 'dueDate', 'amountMinor', 'state']),
        on: fee.feeOn,
        problem: fee.state === 'added' ? (removalProblem(row, fee)?.message ?? null) : null,
      })),
    }
  })
}

function hintOf(row: InvoiceRow): InvoiceLateFees['hint'] {
  const { status, openMinor, isDisputed, creditNotesMinor, sentAt, sendOption, lateFeeTerms } = row
  const addedMinor = lateFeesMinor(row.lateFees)
  const maxMinor = lateFeeTerms?.maxMinor ?? null
  if (status !== 'pending' || openMinor === 0) return 'settled'
  if (isDisputed) return 'disputed'
  if (creditNotesMinor > 0) return 'credited'
  if (row.approval !== null || (sentAt === null && sendOption !== 'do_not_send')) return 'not-sent'
  if (row.remindersPausedAt !== null) return 'paused'
  return maxMinor !== null && addedMinor >= maxMinor ? 'limit' : 'done'
}
