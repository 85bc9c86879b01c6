import { eq, inArray } from 'drizzle-orm'
import { bankAccounts } from '../../../platform/db/tables/banking.ts'
import { removedTransactions } from '../../../platform/db/tables/transactions.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection, listAccountRows, lockConnection } from '../connection-queries.ts'
import { clearStep } from '../sync/transaction-steps.ts'
import { clearTransactions, endBankAccess } from './end-access.ts'

/**
 * Removes a bank with its accounts and transactions. The row keeps its token, hidden from the owner, until
 * the item is removed at the aggregator.
 */
export async function removeBank(deps: BankingDeps, { businessId }: Identity, id: string): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockConnection(tx, id)
    const accountIds = (await listAccountRows(tx, id)).map((account) => account.id)
    await tx.db.delete(bankAccounts).where(eq(bankAccounts.connectionId, id))
    await tx.db.delete(removedTransactions).where(inArray(removedTransactions.accountId, accountIds))
    if (await clearStep(tx, businessId, accountIds)) {
      await deps.jobs.enqueue(tx, clearTransactions, { businessId, accountIds })
    }
    await changeConnection(tx, current, {
      state: 'disconnected',
      nextSyncAt: null,
      removedAt: now,
      requestId: null,
      updatedAt: now,
    })
    await deps.jobs.enqueue(tx, endBankAccess, { businessId, connectionId: id })
  })
}
