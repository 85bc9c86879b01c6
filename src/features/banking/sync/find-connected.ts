import { eq } from 'drizzle-orm'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ConnectionRow } from '../connection-queries.ts'

export type OpenRow = ConnectionRow & { accessToken: Buffer }

export async function findConnected(
  { db }: Transaction,
  id: string,
  { lock = false } = {},
): Promise<OpenRow | undefined> {
  const query = db.select().from(bankConnections).where(eq(bankConnections.id, id))
  const [row] = await (lock ? query.for('update') : query)
  const { accessToken } = row ?? {}
  return row && accessToken && row.state === 'connected' && !row.removedAt
    ? { ...row, accessToken }
    : undefined
}

/** The row under its lock, unless it was ended or taken up again with another access meanwhile. */
export async function lockSame(tx: Transaction, { id, itemId }: OpenRow): Promise<OpenRow | undefined> {
  const row = await findConnected(tx, id, { lock: true })
  return row?.itemId === itemId ? row : undefined
}
