import type { Database } from '../../platform/db/connect.ts'
import { withAuth } from '../../platform/db/transaction.ts'

/** The address with which the owner of a business signs in, for jobs. A request knows its caller. */
export async function findOwnerEmail(database: Database, businessId: string): Promise<string | undefined> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<{ email: string }>(
      `select u.email from members m join auth.users u on u.id = m.user_id
       where m.business_id = $1 and m.role = 'owner' order by m.created_at limit 1`,
      [businessId],
    ),
  )
  return rows[0]?.email
}
