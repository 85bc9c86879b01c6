import type { Transaction } from '../../platform/db/transaction.ts'

/*
 * Code that writes the totals of a business holds this lock until its transaction ends. It must take the lock
 * before the statement that writes starts, so that this statement sees everything the previous holder wrote.
 * Adding changes and reading need no lock.
 */
const key = `hashtextextended('money-totals ' || $1, 0)`

/** Returns false if another transaction holds the lock. */
export async function tryLockTotals({ client }: Transaction, businessId: string): Promise<boolean> {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock(${key}) as "isFree"`,
    [businessId],
  )
  return rows[0]?.isFree ?? false
}

export async function lockTotals({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${key})`, [businessId])
}
