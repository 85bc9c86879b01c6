import type { Database } from '../../platform/db/connect.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import { invoiceNotFound } from '../invoices/queries.ts'
import type { InvoiceReminders } from './contract.ts'
import type { InvoiceKey } from './queries.ts'

interface Row {
  nextAt: Date | null
  nextStep: number | null
  pausedBy: InvoiceReminders['pausedBy']
  isPaid: boolean
  isWanted: boolean
  isSent: boolean
  clientOptedOut: boolean | null
}

/** Which reminder comes next, or why none does. */
export async function getInvoiceReminders(
  database: Database,
  { businessId, invoiceId }: InvoiceKey,
): Promise<InvoiceReminders> {
  const [row] = await queryTenant<Row>(database, businessId, {
    name: 'invoice-reminders',
    text: `select i.next_reminder_at as "nextAt", i.next_reminder_step as "nextStep",
             i.reminders_paused_by as "pausedBy", i.status = 'paid' as "isPaid", i.send_reminder as "isWanted",
             i.sent_at is not null or i.send_option = 'do_not_send' as "isSent",
             c.no_reminders as "clientOptedOut"
           from invoices i left join clients c on c.business_id = i.business_id and c.id = i.client_id
           where i.business_id = $1 and i.id = $2`,
    values: [businessId, invoiceId],
  })
  if (!row) throw invoiceNotFound()
  const { nextAt, nextStep, pausedBy, clientOptedOut } = row
  const next =
    nextAt === null || nextStep === null ? null : { at: nextAt.toISOString(), offsetDays: nextStep }
  return { next, pausedBy, hint: next ? null : hintOf(row), clientOptedOut }
}

function hintOf({ isPaid, pausedBy, isWanted, isSent, clientOptedOut }: Row): InvoiceReminders['hint'] {
  if (isPaid) return 'paid'
  if (pausedBy !== null) return null
  if (!isWanted) return 'off'
  if (!isSent) return 'not-sent'
  return clientOptedOut ? 'client-opted-out' : 'done'
}
