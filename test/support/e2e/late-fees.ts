import { asDatabaseOwner } from './database.ts'

/** Makes it look as if the invoice has existed for weeks, so that the late fee since then is added now. */
export async function makeLateFeeDue(invoiceId: string): Promise<void> {
  await asDatabaseOwner(`update invoices set late_fees_since = now() - interval '20 days' where id = $1`, [
    invoiceId,
  ])
  // The scheduler does this within a minute; here it is done immediately.
  await asDatabaseOwner(`insert into pgboss.job (name, data) values ('add-late-fees', '{}')`)
}
