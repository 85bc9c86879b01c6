import { asDatabaseOwner } from './database.ts'

/** Makes it look as if the invoice has existed for days, so that the reminders since then are due now. */
export async function makeRemindersDue(invoiceId: string): Promise<void> {
  await asDatabaseOwner(`update invoices set reminders_since = now() - interval '7 days' where id = $1`, [
    invoiceId,
  ])
  // The scheduler does this within a minute; here it is done immediately.
  await asDatabaseOwner(`insert into pgboss.job (name, data) values ('send-reminders', '{}')`)
}
