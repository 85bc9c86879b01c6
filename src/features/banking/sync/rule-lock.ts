import type { Transaction } from '../../../platform/db/transaction.ts'

/**
 * Until the end of the transaction. Whoever adds transactions reads the rules and holds them as they are; whoever changes
 * a rule does so alone. Otherwise a transaction that comes in at that moment would be missed by both.
 */
export async function lockRules(
  { client }: Transaction,
  businessId: string,
  mode: 'read' | 'change',
): Promise<void> {
  const lock = mode === 'read' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await client.query(`select ${lock}(hashtextextended($1, 0))`, [`category-rules ${businessId}`])
}
