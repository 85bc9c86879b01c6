import type { AccountFacts, NumberFacts } from '../../../platform/banks/bank-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection } from '../connection-queries.ts'
import { applyAccounts } from './apply-accounts.ts'
import { applyPage } from './apply-page.ts'
import { type ConnectedRow, lockIfSameItem } from './find-connected.ts'
import { defaultWait } from './record-sync-failure.ts'
import { lockRules } from './rule-lock.ts'
import { type SyncBatch, type SyncCursor, isSameCursor, syncCursor } from './sync-batch.ts'
import { removeUnreported } from './transaction-rows.ts'

const minute = 60_000
const gracePeriod = 60 * minute

export interface ReportedAccounts {
  accounts: AccountFacts[]
  numbers: NumberFacts[]
}

/**
 * Writes a batch and returns where to continue; undefined when the sync is finished. Rows and cursor are
 * written in one transaction.
 */
export async function applyBatch(
  { database, secrets, now }: BankingDeps,
  opened: ConnectedRow,
  { from, pages, next, hasMore }: SyncBatch,
  reported: ReportedAccounts,
): Promise<{ from: SyncCursor; isStale: boolean } | undefined> {
  const { businessId } = opened
  return withTenant(database, businessId, async (tx) => {
    const row = await lockIfSameItem(tx, opened)
    if (!row) return undefined
    const reached = syncCursor(row)
    if (!isSameCursor(reached, from)) return { from: reached, isStale: true }
    const at = now()
    const accounts = await applyAccounts(tx, secrets, { businessId, connectionId: row.id, now: at }, reported)
    await lockRules(tx, businessId, 'read')
    for (const page of pages) await applyPage(tx, { businessId, accounts, now: at }, page)
    if (from.isFullResync) await removeUnreported(tx, [...accounts.values()], pages)
    if (hasMore) {
      const kept = await changeConnection(tx, row, { pageCursor: next, updatedAt: at })
      return { from: syncCursor(kept), isStale: false }
    }
    // A new connection may report nothing at first. It is polled every minute for an hour.
    const isInGracePeriod = at.getTime() - (row.itemTakenAt?.getTime() ?? 0) < gracePeriod
    const isWaiting = next === null && isInGracePeriod
    await changeConnection(tx, row, {
      cursor: next,
      pageCursor: null,
      lastSyncedAt: at,
      nextSyncAt: new Date(at.getTime() + (isWaiting ? minute : defaultWait)),
      failures: 0,
      problem: null,
      problemCode: null,
      updatedAt: at,
    })
    return undefined
  })
}
