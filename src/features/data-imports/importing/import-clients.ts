import { clients } from '../../../platform/db/tables/clients.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type FoundClient, findClients, keysOf } from '../check-against-books.ts'
import type { DataImportDeps } from '../data-import-deps.ts'
import type { ImportRow } from '../queries.ts'
import type { ClientRecord } from '../reading/data-file.ts'
import type { BatchResult, ChosenRow, CreatedRecord } from './batch.ts'

export async function importClients(
  tx: Transaction,
  deps: DataImportDeps,
  row: ImportRow,
  rows: readonly ChosenRow[],
): Promise<BatchResult> {
  const records = rows.map(({ record }) => record as unknown as ClientRecord)
  const book = await openClientBook(tx, deps, row, records)
  for (const record of records) if (!book.find(record)) await book.add(record)
  return { created: book.created, skipped: rows.length - book.created.length }
}

export interface ClientBook {
  find(client: ClientRecord): FoundClient | undefined
  add(client: ClientRecord): Promise<FoundClient>
  created: CreatedRecord[]
}

/** The clients of a batch: those that are there, and those that it adds. */
export async function openClientBook(
  tx: Transaction,
  { now }: DataImportDeps,
  { businessId, createdBy }: ImportRow,
  wanted: readonly ClientRecord[],
): Promise<ClientBook> {
  const known = await findClients(tx, businessId, wanted)
  const { rows } = await tx.client.query<{ currency: string }>(
    'select currency from businesses where id = $1',
    [businessId],
  )
  const home = rows[0]?.currency
  const created: CreatedRecord[] = []
  return {
    created,
    find: (client) =>
      keysOf(client)
        .map((key) => known.get(key))
        .find((found) => found !== undefined),
    async add(client) {
      const at = now()
      const { currency, ...details } = client
      // A client whose invoices are in the home currency has none of its own.
      const own = currency === home ? null : currency
      const [row] = await tx.db
        .insert(clients)
        .values({ businessId, createdBy, ...details, currency: own, createdAt: at, updatedAt: at })
        .returning({ id: clients.id })
      if (!row) throw new Error('no row came back for the new client')
      const added = { ...details, id: row.id }
      created.push({ kind: 'client', recordId: row.id })
      for (const key of keysOf(client)) known.set(key, added)
      return added
    },
  }
}
