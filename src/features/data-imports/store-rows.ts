import type { Transaction } from '../../platform/db/transaction.ts'
import { checkAgainstBooks } from './check-against-books.ts'
import type { DataFile } from './reading/data-file.ts'

const chunkSize = 1000

/** Stores the rows of a preview instead of those that were read before. */
export async function storeRows(
  tx: Transaction,
  { businessId, id }: { businessId: string; id: string },
  file: DataFile,
): Promise<void> {
  await tx.client.query('delete from data_import_rows where business_id = $1 and import_id = $2', [
    businessId,
    id,
  ])
  const checked = await checkAgainstBooks(tx, businessId, file)
  for (let from = 0; from < checked.length; from += chunkSize) {
    const rows = checked
      .slice(from, from + chunkSize)
      .map((row, index) => ({ ...row, position: from + index }))
    await tx.client.query(
      `insert into data_import_rows (business_id, import_id, position, row_number, state, cells, problems, record)
       select $1, $2, r.position, r."rowNumber", r.state, r.cells, r.problems, nullif(r.record, 'null')
       from jsonb_to_recordset($3::jsonb)
         as r (position integer, "rowNumber" integer, state text, cells jsonb, problems jsonb, record jsonb)`,
      [businessId, id, JSON.stringify(rows)],
    )
  }
}
