import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { toAccount, toConnection } from './bank-view.ts'
import type { BankingDeps } from './banking-deps.ts'
import { getConnection, listAccountRows } from './connection-queries.ts'
import type * as contract from './contract.ts'

export function getBankConnection(
  deps: BankingDeps,
  { businessId }: Identity,
  id: string,
): Promise<ResponseOf<typeof contract.getBankConnection>> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const row = await getConnection(tx, id)
    const accounts = await listAccountRows(tx, id)
    const { rows } = await tx.client.query<{ transactions: number; pending: number }>({
      name: 'count-transactions-of-accounts',
      text: `select count(*)::int as transactions, (count(*) filter (where status = 'pending'))::int as pending
             from transactions
             where business_id = $1 and account_id = any($2::uuid[])`,
      values: [businessId, accounts.map((account) => account.id)],
    })
    return {
      connection: toConnection(row, now),
      accounts: accounts.map((account) => toAccount(account, row)),
      transactions: rows[0]?.transactions ?? 0,
      pending: rows[0]?.pending ?? 0,
    }
  })
}
