import { withTenant } from '../../platform/db/transaction.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { MailState } from '../invoices/mail/emails.ts'
import { type InvoiceKey, assertNext, assertUnpaid, lockReminderPlan, recordReminder } from './queries.ts'

/** Skips the next step for good. Returns null like an action that sends no mail. */
export async function skipStep({ database, now }: InvoiceDeps, key: InvoiceKey): Promise<MailState | null> {
  const at = now()
  await withTenant(database, key.businessId, async (tx) => {
    const plan = await lockReminderPlan(tx, key, at)
    assertUnpaid(plan.invoice)
    const { step, missed } = assertNext(plan)
    const { offsetDays } = step
    await recordReminder(tx, key, {
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
