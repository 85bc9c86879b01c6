import type { Database } from './connect.ts'

/** No link leads to what waits for approval. */
const shown = { invoices: 'and approval is null', credit_notes: '', estimates: '', files: '' }

/** Finds the business of a public link. Until it is known, the platform's role can read little more than ids. */
export async function findBusinessOf(
  database: Database,
  table: 'invoices' | 'credit_notes' | 'estimates' | 'files',
  id: string,
): Promise<string | undefined> {
  const { rows } = await database.platform.query<{ business_id: string }>({
    name: `find-business-of-${table}`,
    text: `select business_id from ${table} where id = $1 ${shown[table]}`,
    values: [id],
  })
  return rows[0]?.business_id
}
