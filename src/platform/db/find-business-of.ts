import type { Database } from './connect.ts'

/** Finds the business of a public link. Until it is known, the platform's role can read ids only. */
export async function findBusinessOf(
  database: Database,
  table: 'invoices' | 'credit_notes' | 'estimates' | 'files',
  id: string,
): Promise<string | undefined> {
  const { rows } = await database.platform.query<{ business_id: string }>({
    name: `find-business-of-${table}`,
    text: `select business_id from ${table} where id = $1`,
    values: [id],
  })
  return rows[0]?.business_id
}
