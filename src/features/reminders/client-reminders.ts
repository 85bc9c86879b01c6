import type { Database } from '../../platform/db/connect.ts'
import { queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../shared/errors.ts'

/** Switches automatic reminders for a client on or off. Once on, open invoices get the reminders still to come. */
export async function setClientReminders(
  { database, now }: Deps<'database' | 'now'>,
  businessId: string,
  { clientId, optedOut }: { clientId: string; optedOut: boolean },
): Promise<void> {
  const since = now()
  await withTenant(database, businessId, async ({ client }) => {
    const open = `business_id = $1 and client_id = $2 and status = 'pending' and send_reminder`
    // Invoices are locked before the client, in the same order as when an invoice is saved, to avoid a deadlock.
    await client.query(`select from invoices where ${open} order by id for update`, [businessId, clientId])
    const { rows } = await client.query<{ isChanged: boolean }>(
      `update clients c set no_reminders = $3
       from (select id, no_reminders from clients where business_id = $1 and id = $2) before
       where c.business_id = $1 and c.id = before.id
       returning before.no_reminders <> $3 as "isChanged"`,
      [businessId, clientId, optedOut],
    )
    if (!rows[0]) throw clientNotFound()
    if (!rows[0].isChanged) return
    await client.query(
      `update invoices set reminders_since = $3, reminders_not_before = null where ${open}`,
      [businessId, clientId, since],
    )
  })
}

export async function getClientReminders(
  database: Database,
  businessId: string,
  clientId: string,
): Promise<{ optedOut: boolean }> {
  const [row] = await queryTenant<{ optedOut: boolean }>(database, businessId, {
    name: 'client-reminders',
    text: 'select no_reminders as "optedOut" from clients where business_id = $1 and id = $2',
    values: [businessId, clientId],
  })
  if (!row) throw clientNotFound()
  return row
}

function clientNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This client could not be found.')
}
