import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Mail } from '../../platform/mail/deliver-mail.ts'

interface ReminderState {
  isOpen: boolean
  isCancelled: boolean
  isDisputed: boolean
  saidPaid: boolean
  isSuperseded: boolean
  isUnwanted: boolean
  isLate: boolean
}

/** After this time the text of a reminder may no longer be true. */
const maxWait = '2 days'

/** The reasons, as the owner of the invoice reads them. The operator does not see them: they reveal the ledger. */
export const reminderObjections = {
  deleted: 'The invoice was deleted before the reminder could be sent.',
  paid: 'The invoice was paid before the reminder could be sent.',
  cancelled: 'The invoice was canceled before the reminder could be sent.',
  disputed: 'A payment for the invoice was disputed before the reminder could be sent.',
  saidPaid: 'Your client said that it was paid before the reminder could be sent.',
  superseded: 'A later reminder replaced it before it could be sent.',
  unwanted: 'You stopped the reminders before it could be sent.',
  late: 'It couldn’t be sent for two days, so it was out of date.',
} as const
type ReminderObjection = (typeof reminderObjections)[keyof typeof reminderObjections]

/**
 * Returns the check before delivery that says why a reminder must not be sent any more: it may have waited
 * hours for a mail server, or days for the owner to confirm an address.
 */
export function createReminderObjection({ database, now }: Deps<'database' | 'now'>) {
  return async ({
    id,
    kind,
    businessId,
    invoiceId,
  }: Pick<Mail, 'id' | 'kind' | 'businessId' | 'invoiceId'>): Promise<ReminderObjection | null> => {
    if (kind !== 'reminder' || businessId === null) return null
    if (invoiceId === null) return reminderObjections.deleted
    // The owner can remind although the client said that it is paid, or although automatic reminders are off.
    const [state] = await queryTenant<ReminderState>(database, businessId, {
      name: 'reminder-objection',
      text: `select i.open_minor > 0 as "isOpen", i.status = 'cancelled' as "isCancelled", i.is_disputed as "isDisputed", i.reminders_paused_by is not distinct from 'client'
               and not exists (select from reminders r where r.business_id = $1 and r.invoice_id = $2
                 and r.mail_id = $3 and not r.is_automatic and r.at > i.reminders_paused_at) as "saidPaid",
               exists (select from reminders r join reminders later using (business_id, invoice_id)
                 where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = $3
                   and later.state = 'sent' and later.at > r.at) as "isSuperseded",
               exists (select from reminders r where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = $3
                 and r.is_automatic and (not i.send_reminder or i.reminders_paused_by = 'owner')) as "isUnwanted",
               exists (select from reminders r where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = $3
                 and r.at < $4::timestamptz - interval '${maxWait}') as "isLate"
             from invoices i where i.business_id = $1 and i.id = $2`,
      values: [businessId, invoiceId, id, now()],
    })
    if (!state) return reminderObjections.deleted
    if (state.isCancelled) return reminderObjections.cancelled
    if (!state.isOpen) return reminderObjections.paid
    if (state.isDisputed) return reminderObjections.disputed
    if (state.saidPaid) return reminderObjections.saidPaid
    // Otherwise all reminders that waited would arrive at once, each with the text of its own day.
    if (state.isSuperseded) return reminderObjections.superseded
    if (state.isUnwanted) return reminderObjections.unwanted
    return state.isLate ? reminderObjections.late : null
  }
}
