import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { closedPeriodText } from './rules.ts'

const lock = `hashtextextended('closed-period:' || $1, 0)`

/**
 * Returns the last closed day, or null, and keeps it as it is until the transaction ends: a closing waits for all
 * transactions that have asked. Issue it before any other lock. Otherwise a transaction that holds a row could wait for a
 * closing, which waits for a transaction that waits for that row.
 */
export async function holdClosedThrough(tx: Transaction, businessId: string): Promise<string | null> {
  // An advisory lock, because most businesses have no row to lock. Both statements are sent together. The second one reads
  // after the lock was granted, so it sees the closing that the first one waited for.
  const [, closedThrough] = await Promise.all([
    tx.client.query({
      name: 'hold-closed-period',
      text: `select pg_advisory_xact_lock_shared(${lock})`,
      values: [businessId],
    }),
    findClosedThrough(tx, businessId),
  ])
  return closedThrough
}

/** Returns the last closed day, or null. It can change right afterwards. */
export async function findClosedThrough({ client }: Transaction, businessId: string): Promise<string | null> {
  const { rows } = await client.query<{ closedThrough: string | null }>({
    name: 'closed-through',
    text: 'select closed_through::text as "closedThrough" from report_settings where business_id = $1',
    values: [businessId],
  })
  return rows[0]?.closedThrough ?? null
}

/** The same for a transaction that closes or reopens: it waits until all others that have asked are over. */
export async function lockClosedThrough(tx: Transaction, businessId: string): Promise<string | null> {
  const [, closedThrough] = await Promise.all([
    tx.client.query(`select pg_advisory_xact_lock(${lock})`, [businessId]),
    findClosedThrough(tx, businessId),
  ])
  return closedThrough
}

/** Throws PERIOD_CLOSED if one of the days is in the closed period. */
export function assertOpen(closedThrough: string | null, days: readonly string[]): void {
  if (closedThrough !== null && days.some((day) => day <= closedThrough))
    throw new AppError('PERIOD_CLOSED', closedPeriodText(closedThrough))
}

/** Throws PERIOD_CLOSED if one of the days is in the closed period. Until the transaction ends, none of them is closed. */
export async function assertOpenDays(
  tx: Transaction,
  businessId: string,
  days: readonly string[],
): Promise<void> {
  assertOpen(await holdClosedThrough(tx, businessId), days)
}
