import type { Database } from './connect.ts'

/**
 * Whose the row is that a public link names: all that can be known of it before its business is named. The platform's
 * role reads the ids of these tables, and nothing else of them.
 */
export async function findBusinessOf(
  database: Database,
  table: 'invoices' | 'files',
  id: string,
): Promise<string | undefined> {
  const { rows } = await database.platform.query<{ business_id: string }>({
    name: `find-business-of-${table}`,
    text: `select business_id from ${table} where id = $1`,
    values: [id],
  })
  return rows[0]?.business_id
}
