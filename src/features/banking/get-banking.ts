import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { sourceInForce } from './bank-sources.ts'
import { toAccount, toConnection } from './bank-view.ts'
import type { BankingDeps } from './banking-deps.ts'
import { listAccountRows, listConnections } from './connection-queries.ts'
import type { Banking } from './contract.ts'

export function getBanking(deps: BankingDeps, { businessId }: Identity): Promise<Banking> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const connections = await listConnections(tx)
    const accounts = Map.groupBy(await listAccountRows(tx), ({ connectionId }) => connectionId)
    const { source, needsPlan } = await sourceInForce(tx, deps)
    return {
      accounts: connections.flatMap((row) =>
        (accounts.get(row.id) ?? []).map((account) => toAccount(account, row)),
      ),
      connections: connections.map((row) => toConnection(row, now)),
      connectsWith: source === 'demo' ? 'demo' : 'plaid',
      needsPlan,
    }
  })
}
