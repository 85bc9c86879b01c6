import { withTenant } from '../../platform/db/transaction.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { MailState } from '../invoices/mail/emails.ts'
import { assertUnpaid } from './assert-unpaid.ts'
import { type InvoiceKey, assertNext, lockReminderPlan, noteReminder } from './queries.ts'

/** Leaves out the step that comes next, for good. Reported as its sending is: no mail became of it. */
export async function skipStep({ database, now }: InvoiceDeps, key: InvoiceKey): Promise<MailState | null> {
  const at = now()
  await withTenant(database, key.businessId, async (tx) => {
    const plan = await lockReminderPlan(tx, key, at)
    assertUnpaid(plan.invoice)
    const { step, missed } = assertNext(plan)
    const { offsetDays } = step
    await noteReminder(tx, key, {
      offsetDays,
      missed,
      state: 'skipped',
      isAutomatic: false,
      mailId: null,
      at,
    })
  })
  return null
}
