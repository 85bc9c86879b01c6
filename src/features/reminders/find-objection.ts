import { queryTenant } from '../../platform/db/transaction.ts'
import type { Mail } from '../../platform/mail/claim-mail.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'

interface Standing {
  isOpen: boolean
  isDisputed: boolean
  saidPaid: boolean
  isOutdone: boolean
  isUnwanted: boolean
  isLate: boolean
}

/** For longer its words are not true any more. */
const longestWait = '2 days'

/** In words for its owner; nobody else is told what they say of the books. */
export const reminderObjections = {
  deleted: 'The invoice was deleted before the reminder could leave.',
  paid: 'The invoice was paid before the reminder could leave.',
  disputed: 'A payment of the invoice was disputed before the reminder could leave.',
  saidPaid: 'Your client said that it was paid before the reminder could leave.',
  outdone: 'A later reminder took its place before it could leave.',
  unwanted: 'You stopped the reminders before it could leave.',
  late: 'It could not leave for two days, so what it says is not true any more.',
} as const
type ReminderObjection = (typeof reminderObjections)[keyof typeof reminderObjections]

/** Why a reminder is not to leave any more. It may have waited for hours for a mail server, or for days for its owner. */
export function createReminderObjection({ database, now }: Pick<InvoiceDeps, 'database' | 'now'>) {
  return async ({
    id,
    kind,
    businessId,
    invoiceId,
  }: Pick<Mail, 'id' | 'kind' | 'businessId' | 'invoiceId'>): Promise<ReminderObjection | null> => {
    if (kind !== 'reminder' || businessId === null) return null
    if (invoiceId === null) return reminderObjections.deleted
    // An owner may remind somebody who has said so before, and whatever was switched off.
    const [standing] = await queryTenant<Standing>(database, businessId, {
      name: 'reminder-objection',
      text: `select i.open_cents > 0 as "isOpen", i.is_disputed as "isDisputed", i.reminders_paused_by is not distinct from 'client'
               and not exists (select from reminders r where r.business_id = $1 and r.invoice_id = $2
                 and r.mail_id = $3 and not r.is_automatic and r.at > i.reminders_paused_at) as "saidPaid",
               exists (select from reminders r join reminders later using (business_id, invoice_id)
                 where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = $3
                   and later.state = 'sent' and later.at > r.at) as "isOutdone",
               exists (select from reminders r where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = $3
                 and r.is_automatic and (not i.send_reminder or i.reminders_paused_by = 'owner')) as "isUnwanted",
               exists (select from reminders r where r.business_id = $1 and r.invoice_id = $2 and r.mail_id = $3
                 and r.at < $4::timestamptz - interval '${longestWait}') as "isLate"
             from invoices i where i.business_id = $1 and i.id = $2`,
      values: [businessId, invoiceId, id, now()],
    })
    if (!standing) return reminderObjections.deleted
    if (!standing.isOpen) return reminderObjections.paid
    if (standing.isDisputed) return reminderObjections.disputed
    if (standing.saidPaid) return reminderObjections.saidPaid
    // Else all that have waited would arrive at once, each with the words of its own day.
    if (standing.isOutdone) return reminderObjections.outdone
    if (standing.isUnwanted) return reminderObjections.unwanted
    return standing.isLate ? reminderObjections.late : null
  }
}
