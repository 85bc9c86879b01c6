import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { processDueRows } from '../../../platform/jobs/process-due-rows.ts'
import { AppError } from '../../../shared/errors.ts'
import { type InvoiceKey, lockInvoice } from '../queries.ts'
import { addLateFeeEvent, followLateFees } from './change-late-fees.ts'
import { isBeingPaid, listOpenLateFees, planNextLateFee, recordLateFee } from './queries.ts'

export type LateFeeDeps = Deps<'database' | 'log' | 'now' | 'closeCheckouts' | 'matchTransactions'>

/** Adds every late fee that is due, once. Those of a suspended business wait until it is restored. */
export async function addLateFees(deps: LateFeeDeps): Promise<void> {
  await processDueRows(deps, {
    table: 'invoices',
    dueColumn: 'next_late_fee_at',
    failed: 'a late fee could not be added',
    // After an outage, each fee that was missed is added in a transaction of its own.
    work: async ({ businessId, id }) => {
      while (await addNextLateFee(deps, { businessId, invoiceId: id }));
    },
  })
}

/** Adds the next late fee of an invoice if it is due, under the lock of the invoice. Returns whether it did. */
export async function addNextLateFee(deps: LateFeeDeps, key: InvoiceKey): Promise<boolean> {
  const now = deps.now()
  try {
    return await withTenant(deps.database, key.businessId, async (tx) => {
      await lockInvoice(tx, key.invoiceId)
      // Read only now: what was planned before the lock may be out of date.
      const next = (await listOpenLateFees(tx, key)).find(({ at }) => at <= now)
      if (!next) {
        await planNextLateFee(tx, key)
        return false
      }
      // It waits: a payment that is on its way may settle the invoice.
      if ((await isBeingPaid(tx, key)) || (await isEnding(tx, key, now))) return false
      const fee = { ...next, at: now }
      if (fee.amountMinor === 0) {
        await recordLateFee(tx, key, { ...fee, state: 'skipped' })
        await planNextLateFee(tx, key)
        return true
      }
      await recordLateFee(tx, key, { ...fee, state: 'added' })
      await addLateFeeEvent(tx, key, 'late-fee', fee)
      await followLateFees(tx, deps, key, now)
      return true
    })
  } catch (error) {
    // It was deleted in the meantime.
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false
    throw error
  }
}

/** Whether the date has passed on which the business wanted to be deleted. Clients can’t pay it any more. */
async function isEnding({ db }: Transaction, { businessId }: InvoiceKey, now: Date): Promise<boolean> {
  const [business] = await db
    .select({ deleteAfter: businesses.deleteAfter })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  return business?.deleteAfter ? business.deleteAfter <= now : false
}
