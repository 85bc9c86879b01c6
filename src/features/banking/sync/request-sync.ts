import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { syncLimits } from '../banking-limits.ts'
import { type ConnectionRow, listConnections } from '../connection-queries.ts'
import type * as contract from '../contract.ts'
import { syncBankConnection } from '../jobs.ts'

/** Requests a sync of all connections, in the background; the response says which are syncing. */
export async function syncBanks(
  deps: BankingDeps,
  { businessId }: Identity,
): Promise<ResponseOf<typeof contract.syncBanks>> {
  await countUse(deps.database, syncLimits(businessId))
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    for (const row of await listConnections(tx)) {
      if (!toConnection(row, now).isSyncing) await requestSync(tx, deps, row)
    }
    const rows = await listConnections(tx)
    return { connections: rows.map((row) => toConnection(row, deps.now())) }
  })
}

/** Requests a sync of one connection. Does nothing if it is not connected, or has no access to a bank. */
export async function requestSync(
  tx: Transaction,
  deps: Deps<'jobs' | 'now'>,
  { businessId, id }: Pick<ConnectionRow, 'businessId' | 'id'>,
): Promise<void> {
  const { rowCount } = await tx.client.query(
    `update bank_connections set next_sync_at = $3
     where business_id = $1 and id = $2 and state = 'connected' and source <> 'file' and removed_at is null`,
    [businessId, id, deps.now()],
  )
  if (rowCount === 0) return
  await deps.jobs.enqueue(tx, syncBankConnection, { businessId, connectionId: id })
}
