import { and, eq } from 'drizzle-orm'
import { lateFees } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../shared/errors.ts'
import { type InvoiceKey, getInvoiceRow, lockInvoice } from '../queries.ts'
import type { LateFeeDeps } from './add-late-fees.ts'
import { addLateFeeEvent, followLateFees } from './change-late-fees.ts'
import { isBeingPaid, listOpenLateFees, planNextLateFee, recordLateFee } from './queries.ts'
import { removalProblem } from './removal-rules.ts'

/** Skips a fee that is still to be added. It is named, so that a repeated request does not skip another one. */
export async function skipLateFee(
  { database, now }: Deps<'database' | 'now'>,
  key: InvoiceKey,
  named: { dueDate: string; period: number },
): Promise<void> {
  const at = now()
  await withTenant(database, key.businessId, async (tx) => {
    await lockInvoice(tx, key.invoiceId)
    const [settled] = await tx.db
      .select({ state: lateFees.state })
      .from(lateFees)
      .where(
        and(
          eq(lateFees.businessId, key.businessId),
          eq(lateFees.invoiceId, key.invoiceId),
          eq(lateFees.dueDate, named.dueDate),
          eq(lateFees.period, named.period),
        ),
      )
    if (settled?.state === 'skipped') return
    const open = await listOpenLateFees(tx, key)
    const fee = open.find(({ dueDate, period }) => dueDate === named.dueDate && period === named.period)
    if (!fee) {
      const message = 'The next late fee has changed in the meantime. Reload the page to see which one it is.'
      throw new AppError('CHANGED_ELSEWHERE', message)
    }
    await recordLateFee(tx, key, { ...fee, amountMinor: 0, state: 'skipped', at })
    await addLateFeeEvent(tx, key, 'late-fee-skipped', fee)
    await planNextLateFee(tx, key)
  })
}

/** Takes a fee back that the client has not paid. It stays on record, so that it is not added again. */
export async function removeLateFee(deps: LateFeeDeps, key: InvoiceKey, feeId: string): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, key.businessId, async (tx) => {
    await lockInvoice(tx, key.invoiceId)
    const ofFee = and(
      eq(lateFees.businessId, key.businessId),
      eq(lateFees.invoiceId, key.invoiceId),
      eq(lateFees.id, feeId),
    )
    const [fee] = await tx.db.select().from(lateFees).where(ofFee)
    if (!fee || fee.state === 'skipped') {
      throw new AppError('NOT_FOUND', 'This late fee could not be found.')
    }
    if (fee.state === 'removed') return
    const problem = removalProblem(await getInvoiceRow(tx, key.invoiceId), fee)
    if (problem) throw new AppError(problem.code, problem.message)
    if (await isBeingPaid(tx, key)) {
      const message = 'Your client is paying this invoice right now. Please try again later.'
      throw new AppError('PAYMENT_UNDER_WAY', message)
    }
    await tx.db.update(lateFees).set({ state: 'removed', removedAt: now }).where(ofFee)
    await addLateFeeEvent(tx, key, 'late-fee-removed', { ...fee, on: fee.feeOn })
    await followLateFees(tx, deps, key, now)
  })
}
