import { withTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { assertUnpaid } from './assert-unpaid.ts'
import { lockReminderPlan, noteReminder } from './queries.ts'
import type { InvoiceKey } from './queries.ts'

/** Leaves out the step that comes next, for good. */
export async function skipStep({ database, now }: InvoiceDeps, key: InvoiceKey): Promise<void> {
  const at = now()
  await withTenant(database, key.businessId, async (tx) => {
    const { invoice, steps } = await lockReminderPlan(tx, key, at)
    assertUnpaid(invoice)
    const [next] = steps
    if (!next) throw new AppError('NOTHING_TO_SEND', 'No reminder is to come for this invoice.')
    const { offsetDays } = next
    await noteReminder(tx, key, { offsetDays, state: 'skipped', isAutomatic: false, mailId: null, at })
  })
}
