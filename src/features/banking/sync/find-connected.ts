import { eq } from 'drizzle-orm'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ConnectionRow } from '../connection-queries.ts'

export type ConnectedRow = ConnectionRow & { accessToken: Buffer }

export async function findConnected(
  { db }: Transaction,
  id: string,
  { lock = false } = {},
): Promise<ConnectedRow | undefined> {
  const query = db.select().from(bankConnections).where(eq(bankConnections.id, id))
  const [row] = await (lock ? query.for('update') : query)
  const { accessToken } = row ?? {}
  return row && accessToken && row.state === 'connected' && !row.removedAt
    ? { ...row, accessToken }
    : undefined
}

/** Locks the connection. Returns undefined if it was disconnected or has another item by now. */
export async function lockIfSameItem(
  tx: Transaction,
  { id, itemId }: ConnectedRow,
): Promise<ConnectedRow | undefined> {
  const row = await findConnected(tx, id, { lock: true })
  return row?.itemId === itemId ? row : undefined
}
