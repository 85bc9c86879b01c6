import { queryTenant } from '../../platform/db/transaction.ts'
import type { Mail } from '../../platform/mail/claim-mail.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'

interface Standing {
  isOpen: boolean
  saidPaid: boolean
}

const deleted = 'The invoice was deleted before the reminder could leave.'

/** Why a reminder is not to leave any more. It may have waited for a mail server for hours. */
export function createReminderObjection({ database }: Pick<InvoiceDeps, 'database'>) {
  return async ({
    id,
    kind,
    businessId,
    invoiceId,
  }: Pick<Mail, 'id' | 'kind' | 'businessId' | 'invoiceId'>): Promise<string | null> => {
    if (kind !== 'reminder' || businessId === null) return null
    if (invoiceId === null) return deleted
    // An owner may remind somebody who has said so before.
    const [standing] = await queryTenant<Standing>(database, businessId, {
      name: 'reminder-objection',
      text: `select i.open_cents > 0 as "isOpen", i.reminders_paused_by is not distinct from 'client'
               and not exists (select from reminders r where r.business_id = $1 and r.invoice_id = $2
                 and r.mail_id = $3 and not r.is_automatic and r.at > i.reminders_paused_at) as "saidPaid"
             from invoices i where i.business_id = $1 and i.id = $2`,
      values: [businessId, invoiceId, id],
    })
    if (!standing) return deleted
    if (!standing.isOpen) return 'The invoice was paid before the reminder could leave.'
    return standing.saidPaid ? 'Your client said that it was paid before the reminder could leave.' : null
  }
}
