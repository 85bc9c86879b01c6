import { and, asc, eq, isNull } from 'drizzle-orm'
import { bankAccounts, bankConnections } from '../../platform/db/tables/banking.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'

export type ConnectionRow = typeof bankConnections.$inferSelect
export type AccountRow = typeof bankAccounts.$inferSelect

function orNotFound(row: ConnectionRow | undefined): ConnectionRow {
  if (!row) throw new AppError('NOT_FOUND', 'This bank connection is not there any more.')
  return row
}

const isPresent = (id: string) => and(eq(bankConnections.id, id), isNull(bankConnections.removedAt))

/** Those that their owner removed are there for nobody. */
export async function findConnection({ db }: Transaction, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(bankConnections).where(isPresent(id))
  return row
}

export async function getConnection(tx: Transaction, id: string): Promise<ConnectionRow> {
  return orNotFound(await findConnection(tx, id))
}

/** Held until the transaction ends: what is fetched meanwhile waits. */
export async function lockConnection(tx: Transaction, id: string): Promise<ConnectionRow> {
  return orNotFound(await lockPresent(tx, id))
}

/** The same for one that may be gone: undefined then. */
export async function lockPresent({ db }: Transaction, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(bankConnections).where(isPresent(id)).for('update')
  return row
}

/** The same for one that was ended, also when it was removed; undefined for one that is in use, or was taken up again. */
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

/** Of one connection, or of all: those of removed ones are gone already. */
export async function listAccountRows({ db }: Transaction, connectionId?: string): Promise<AccountRow[]> {
  return db
    .select()
    .from(bankAccounts)
    .where(connectionId === undefined ? undefined : eq(bankAccounts.connectionId, connectionId))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.name), asc(bankAccounts.id))
}
