import { eq, inArray } from 'drizzle-orm'
import { bankAccounts } from '../../../platform/db/tables/banking.ts'
import { removedTransactions } from '../../../platform/db/tables/transactions.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { noAccess } from '../bank-sources.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection, listAccountRows, lockConnection } from '../connection-queries.ts'
import type { BankConnection } from '../contract.ts'
import { clearTransactions, endBankAccess } from '../jobs.ts'
import { clearStep } from '../sync/transaction-steps.ts'

/** Disconnects a bank at once; a job with retries removes the item at the aggregator. */
export async function disconnectBank(
  deps: BankingDeps,
  { businessId }: Identity,
  id: string,
): Promise<BankConnection> {
  const now = deps.now()
  const row = await withTenant(deps.database, businessId, async (tx) => {
    const current = await lockConnection(tx, id)
    if (current.source === 'file') throw noAccess()
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

/** Removes a bank with its data. The hidden row keeps its token until the item is removed. */
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
