import type { Database } from './connect.ts'

/**
 * Finds the business of a row that a public link names. Row-level security hides everything else until the
 * business is known: the platform's role can read only the ids of these tables.
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
