import type { Transaction } from '../../platform/db/transaction.ts'

const key = `hashtextextended('journal ' || $1, 0)`

/**
 * Only code that holds this lock writes the journal of a business. It must have it before the statement that reads what has
 * changed, so that this statement sees everything the previous holder wrote.
 */
export async function lockJournal({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${key})`, [businessId])
}

/** Returns false if another transaction holds the lock. */
export async function tryLockJournal({ client }: Transaction, businessId: string): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>(
    `select pg_try_advisory_xact_lock(${key}) as "isMine"`,
    [businessId],
  )
  return rows[0]?.isMine ?? false
}
