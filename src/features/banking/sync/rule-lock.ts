import type { Transaction } from '../../../platform/db/transaction.ts'

/**
 * Locks the category rules of a business until the transaction ends. Code that adds transactions takes the
 * shared lock, and code that changes a rule takes the exclusive one. Without it, a transaction that is added
 * while a rule changes would be missed by both.
 */
export async function lockRules(
  { client }: Transaction,
  businessId: string,
  mode: 'read' | 'change',
): Promise<void> {
  const lock = mode === 'read' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await client.query(`select ${lock}(hashtextextended($1, 0))`, [`category-rules ${businessId}`])
}
