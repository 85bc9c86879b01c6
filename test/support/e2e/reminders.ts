import { asDatabaseOwner } from './database.ts'

/** As if the invoice had been there for days: what would have been sent meanwhile is due now. */
export async function makeRemindersDue(invoiceId: string): Promise<void> {
  await asDatabaseOwner(`update invoices set reminders_since = now() - interval '7 days' where id = $1`, [
    invoiceId,
  ])
  // The scheduler's next minute would do; this is what it does then.
  await asDatabaseOwner(`insert into pgboss.job (name, data) values ('send-reminders', '{}')`)
}
