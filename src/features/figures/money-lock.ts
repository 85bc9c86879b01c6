import type { Transaction } from '../../platform/db/transaction.ts'

/*
 * Held by whoever writes the totals of a business, until the end of its transaction. It has to be had before the
 * statement that writes them begins: that one then sees all that the one before has written. Those who make changes need
 * not hold it, nor those who read.
 */
const key = `hashtextextended('money-totals ' || $1, 0)`

/** False when somebody else has it. */
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
