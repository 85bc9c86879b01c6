import { and, asc, eq, isNull } from 'drizzle-orm'
import { bankAccounts, bankConnections } from '../../platform/db/tables/banking.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'

export type ConnectionRow = typeof bankConnections.$inferSelect
export type AccountRow = typeof bankAccounts.$inferSelect

function orNotFound(row: ConnectionRow | undefined): ConnectionRow {
  if (!row) throw new AppError('NOT_FOUND', 'This bank connection no longer exists.')
  return row
}

const isPresent = (id: string) => and(eq(bankConnections.id, id), isNull(bankConnections.removedAt))

/** Finds a connection, unless the owner removed it. */
export async function findConnection({ db }: Transaction, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(bankConnections).where(isPresent(id))
  return row
}

export async function getConnection(tx: Transaction, id: string): Promise<ConnectionRow> {
  return orNotFound(await findConnection(tx, id))
}

/** Locks the connection until the transaction ends. A sync that is running waits before it writes. */
export async function lockConnection(tx: Transaction, id: string): Promise<ConnectionRow> {
  return orNotFound(await lockPresent(tx, id))
}

/** Like lockConnection, but returns undefined if the connection is missing or removed. */
export async function lockPresent({ db }: Transaction, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(bankConnections).where(isPresent(id)).for('update')
  return row
}

/**
 * One transaction at a time adds accounts to a business, or imports bank files: two at once would not see each other's
 * rows.
 */
export async function lockBanks({ client }: Transaction, businessId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`banks:${businessId}`])
}

/** Locks a disconnected connection, removed or not. Undefined if it is in use, as after a reconnect. */
export async function lockEnded({ db }: Transaction, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(bankConnections).where(eq(bankConnections.id, id)).for('update')
  return row?.state === 'disconnected' ? row : undefined
}

export async function changeConnection(
  { db }: Transaction,
  { businessId, id }: Pick<ConnectionRow, 'businessId' | 'id'>,
  changes: Partial<typeof bankConnections.$inferInsert> & { updatedAt: Date },
): Promise<ConnectionRow> {
  const [row] = await db
    .update(bankConnections)
    .set(changes)
    .where(and(eq(bankConnections.businessId, businessId), eq(bankConnections.id, id)))
    .returning()
  return orNotFound(row)
}

export async function listConnections({ db }: Transaction): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(bankConnections)
    .where(isNull(bankConnections.removedAt))
    .orderBy(asc(bankConnections.createdAt), asc(bankConnections.id))
}

/** Lists the accounts of one connection, or of all. Removing a connection deletes its accounts at once. */
export async function listAccountRows({ db }: Transaction, connectionId?: string): Promise<AccountRow[]> {
  return db
    .select()
    .from(bankAccounts)
    .where(connectionId === undefined ? undefined : eq(bankAccounts.connectionId, connectionId))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.name), asc(bankAccounts.id))
}

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
