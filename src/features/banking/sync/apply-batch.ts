import type { AccountFacts, NumberFacts } from '../../../platform/banks/bank-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection } from '../connection-queries.ts'
import { applyAccounts } from './apply-accounts.ts'
import { applyPage } from './apply-page.ts'
import { type OpenRow, lockSame } from './find-connected.ts'
import { defaultWait } from './note-sync-failure.ts'
import { lockRules } from './rule-lock.ts'
import type { SyncCursor, SyncBatch } from './sync-batch.ts'
import { isSameUrlState, syncCursor } from './sync-cursor.ts'
import { removeUntold } from './transaction-rows.ts'

const minute = 60_000
const gracePeriod = 60 * minute

export interface Reported {
  accounts: AccountFacts[]
  numbers: NumberFacts[]
}

/** From where to read on; undefined when there is nothing more to do. Rows and cursor are kept together or not at all. */
export async function applyBatch(
  { database, secrets, now }: BankingDeps,
  opened: OpenRow,
  { from, pages, next, hasMore }: SyncBatch,
  told: Reported,
): Promise<{ from: SyncCursor; isStale: boolean } | undefined> {
  const { businessId } = opened
  return withTenant(database, businessId, async (tx) => {
    const row = await lockSame(tx, opened)
    if (!row) return undefined
    const reached = syncCursor(row)
    if (!isSameUrlState(reached, from)) return { from: reached, isStale: true }
    const at = now()
    const place = { businessId, connectionId: row.id, now: at }
    const accounts = await applyAccounts(tx, secrets, place, told)
    await lockRules(tx, businessId, 'read')
    for (const page of pages) await applyPage(tx, { businessId, accounts, now: at }, page)
    if (from.isFullResync) await removeUntold(tx, [...accounts.values()], pages)
    if (hasMore) {
      const kept = await changeConnection(tx, row, { pageCursor: next, updatedAt: at })
      return { from: syncCursor(kept), isStale: false }
    }
    // A bank that was just connected may need a moment until it has something to tell.
    const isYoung = at.getTime() - (row.itemTakenAt?.getTime() ?? 0) < gracePeriod
    const isWaiting = next === null && isYoung
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
