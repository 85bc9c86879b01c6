import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { currentSource } from './bank-sources.ts'
import { toAccount, toConnection } from './bank-view.ts'
import type { BankingDeps } from './banking-deps.ts'
import {
  type AccountRow,
  type ConnectionRow,
  listAccountRows,
  listConnections,
} from './connection-queries.ts'
import type { Banking } from './contract.ts'

export function getBanking(deps: BankingDeps, { businessId }: Identity): Promise<Banking> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const connections = await listConnections(tx)
    const rows = await listAccountRows(tx)
    const accounts = Map.groupBy(rows, ({ connectionId }) => connectionId)
    const { source, needsPlan } = await currentSource(tx, deps)
    return {
      accounts: connections.flatMap((row) =>
        (accounts.get(row.id) ?? []).map((account) => toAccount(account, row)),
      ),
      connections: connections.map((row) => toConnection(row, now)),
      totals: totalsOf(connections, rows),
      connectsWith: source === 'demo' ? 'demo' : 'plaid',
      needsPlan,
    }
  })
}

/** A bank that needs a new sign-in counts with its last known balances. */
function totalsOf(connections: readonly ConnectionRow[], rows: readonly AccountRow[]): Banking['totals'] {
  const open = new Set(connections.filter(({ state }) => state !== 'disconnected').map(({ id }) => id))
  const counted = rows.filter(({ connectionId, closedAt }) => closedAt === null && open.has(connectionId))
  const cash = counted.filter(({ kind }) => kind === 'cash')
  const cards = counted.filter(({ kind }) => kind === 'credit')
  return {
    cashAccounts: cash.length,
    cashCents: sumOf(cash),
    cards: cards.length,
    cardsOwedCents: 0 - sumOf(cards),
    notCounted: counted.length - cash.length - cards.length,
  }
}

const sumOf = (rows: readonly AccountRow[]) =>
  rows.reduce((sum, { balanceCents }) => sum + (balanceCents ?? 0), 0)
