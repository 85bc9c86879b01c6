import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection, lockConnection } from '../connection-queries.ts'
import type { BankConnection } from '../contract.ts'
import { endBankAccess } from './end-access.ts'

/** Holds here at once; the aggregator is told by a job, as often as it takes. */
export async function disconnectBank(
  deps: BankingDeps,
  { businessId }: Identity,
  id: string,
): Promise<BankConnection> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockConnection(tx, id)
    // One that the bank itself ended is disconnected too, and may still have a token to give back.
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
