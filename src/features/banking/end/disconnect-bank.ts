import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection, lockConnection } from '../connection-queries.ts'
import type { BankConnection } from '../contract.ts'
import { endBankAccess } from './end-access.ts'

/**
 * Disconnects a bank. The connection changes at once; a job with retries removes the item at the aggregator.
 */
export async function disconnectBank(
  deps: BankingDeps,
  { businessId }: Identity,
  id: string,
): Promise<BankConnection> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockConnection(tx, id)
    // A connection that was ended at the bank is disconnected too, and its item may still have to be removed.
    if (current.state !== 'disconnected' || current.accessToken) {
      await deps.jobs.enqueue(tx, endBankAccess, { businessId, connectionId: id })
    }
    return changeConnection(tx, current, {
      state: 'disconnected',
      nextSyncAt: null,
      problem: null,
      problemCode: null,
      failures: 0,
      updatedAt: now,
    })
  })
  return toConnection(row, now)
}
