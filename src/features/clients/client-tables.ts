import type { Transaction } from '../../platform/db/transaction.ts'

interface ClientTable {
  table: string
  /** Where the client stands: in a column of its own, or in content that was saved for later invoices. */
  holder: 'column' | 'content'
  /**
   * Documents are locked before their client when they are saved, and so when they are moved. Those with a column of their
   * own have the trigger `a_follow_merge`, so that one that is saved at that moment is not left behind.
   */
  isDocument: boolean
  /** What the preview of a merge counts, and what keeps a client from being deleted. */
  counts?: readonly [one: string, many: string]
}

/**
 * What belongs to a client and moves with it when it is merged. To add a table, add its row here and, for
 * documents, its trigger in follow-client.sql. Tests compare the list with the database.
 */
export const clientTables: readonly ClientTable[] = [
  { table: 'invoices', holder: 'column', isDocument: true, counts: ['invoice', 'invoices'] },
  {
    table: 'recurring_series',
    holder: 'content',
    isDocument: true,
    counts: ['recurring invoice', 'recurring invoices'],
  },
  { table: 'invoice_templates', holder: 'content', isDocument: true, counts: ['template', 'templates'] },
  { table: 'estimates', holder: 'column', isDocument: true, counts: ['estimate', 'estimates'] },
  { table: 'saved_cards', holder: 'column', isDocument: true },
  { table: 'expenses', holder: 'column', isDocument: true, counts: ['expense', 'expenses'] },
  { table: 'time_entries', holder: 'column', isDocument: true, counts: ['time entry', 'time entries'] },
  { table: 'mails', holder: 'column', isDocument: true },
  { table: 'attachments', holder: 'column', isDocument: false },
  { table: 'transaction_matches', holder: 'column', isDocument: false },
  { table: 'client_events', holder: 'column', isDocument: false },
  { table: 'portal_messages', holder: 'column', isDocument: false },
  { table: 'client_proposals', holder: 'column', isDocument: false },
]

/** Tables with a client that a merge leaves alone, with the reason. */
export const tablesThatFollow: Readonly<Record<string, string>> = {
  invoice_events: 'the database moves them with their invoice',
  payments: 'the same',
  money_changes: 'the database writes them when an invoice moves',
  journal: 'made again when an invoice or an expense moves',
  client_sums: 'added up from money_changes',
  client_dues: 'the same',
  client_portals: 'the link of a merged client ends',
  portal_devices: 'they end with the link',
}

interface Move {
  businessId: string
  from: string
  into: string
}

const condition = ({ holder }: ClientTable) =>
  holder === 'column' ? 'client_id = $2::uuid' : `content -> 'client' ->> 'id' = $2::text`
const rowsOf = (table: ClientTable) => `from ${table.table} where business_id = $1 and ${condition(table)}`

/** What belongs to a client, such as “12 invoices”. */
export async function describeBelongings(
  { client }: Transaction,
  businessId: string,
  clientId: string,
): Promise<string[]> {
  const counted = clientTables.filter(({ counts }) => counts)
  const list = counted.map((table) => `(select count(*)::int ${rowsOf(table)})`).join(', ')
  const { rows } = await client.query<{ counts: number[] }>(`select array[${list}] as counts`, [
    businessId,
    clientId,
  ])
  return counted.flatMap(({ counts: names }, index) => {
    const count = rows[0]?.counts[index] ?? 0
    return names && count > 0 ? [`${count} ${count === 1 ? names[0] : names[1]}`] : []
  })
}

/**
 * Locks what belongs to a client. A use case that saves a document locks it before its client, so a merge does the same.
 * Once the merge holds the client, it must not wait for a document anymore, and says `nowait`.
 */
export async function lockBelongings(
  { client }: Transaction,
  { businessId, from }: Pick<Move, 'businessId' | 'from'>,
  { nowait }: { nowait: boolean },
): Promise<void> {
  for (const table of clientTables) {
    if (!table.isDocument) continue
    const statement = `select 1 ${rowsOf(table)} order by id for update${nowait ? ' nowait' : ''}`
    await client.query(statement, [businessId, from])
  }
}

export async function moveBelongings(
  { client }: Transaction,
  { businessId, from, into }: Move,
): Promise<void> {
  for (const table of clientTables) {
    const change =
      table.holder === 'column'
        ? 'client_id = $3::uuid'
        : `content = jsonb_set(content, '{client,id}', to_jsonb($3::text))`
    await client.query(`update ${table.table} set ${change} where business_id = $1 and ${condition(table)}`, [
      businessId,
      from,
      into,
    ])
  }
}
