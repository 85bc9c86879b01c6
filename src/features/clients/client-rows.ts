import type { clientEvents } from '../../platform/db/tables/clients.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError, fieldError } from '../../shared/errors.ts'

export function clientNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This client could not be found.')
}

export interface LockedClient {
  id: string
  companyName: string
  notes: string
  notesVersion: number
  archivedAt: Date | null
  mergedInto: string | null
  ownFields: Record<string, string>
  updatedAt: Date
}

/**
 * Locks a client. `removal` also waits for invoices that are being saved to it, and makes others wait: each takes a shared
 * lock on its client.
 */
export async function lockClient(
  { client }: Transaction,
  { businessId, id }: { businessId: string; id: string },
  purpose: 'change' | 'removal' = 'change',
): Promise<LockedClient> {
  const { rows } = await client.query<LockedClient>(
    `select id, company_name as "companyName", notes, notes_version as "notesVersion", archived_at as "archivedAt",
       merged_into as "mergedInto", own_fields as "ownFields", updated_at as "updatedAt"
     from clients where business_id = $1 and id = $2
     for ${purpose === 'removal' ? '' : 'no key '}update`,
    [businessId, id],
  )
  if (!rows[0]) throw clientNotFound()
  return rows[0]
}

/** Locks a client to change it. One that was merged is no longer there to be changed. */
export async function lockShownClient(
  tx: Transaction,
  key: { businessId: string; id: string },
): Promise<LockedClient> {
  const row = await lockClient(tx, key)
  if (row.mergedInto !== null) throw clientNotFound()
  return row
}

/** Refuses a client that does not exist, and holds one that does: it is neither deleted nor merged before this transaction ends. */
export async function holdClient(
  { client }: Transaction,
  businessId: string,
  clientId: string,
): Promise<void> {
  const { rowCount } = await client.query(
    'select from clients where business_id = $1 and id = $2 for key share',
    [businessId, clientId],
  )
  if (rowCount === 0) throw fieldError('clientId', 'This client no longer exists.')
}

type EventKind = (typeof clientEvents.$inferSelect)['kind']

export async function noteClientEvent(
  { client }: Transaction,
  { businessId, id }: { businessId: string; id: string },
  kind: EventKind,
  note: string | null = null,
): Promise<void> {
  await client.query(
    'insert into client_events (business_id, client_id, kind, note) values ($1, $2, $3, $4)',
    [businessId, id, kind, note],
  )
}
