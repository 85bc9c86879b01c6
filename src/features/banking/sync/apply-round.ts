import type { AccountFacts, NumberFacts } from '../../../platform/banks/bank-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection } from '../connection-queries.ts'
import { applyAccounts } from './apply-accounts.ts'
import { applyPage } from './apply-page.ts'
import { lockSame } from './find-connected.ts'
import type { OpenRow } from './find-connected.ts'
import { usualWait } from './note-sync-failure.ts'
import { isSamePlace, readingPlace } from './reading-place.ts'
import { lockRules } from './rule-lock.ts'
import type { ReadingPlace, Round } from './sync-round.ts'
import { removeUntold } from './transaction-rows.ts'

const minute = 60_000
const youth = 60 * minute

export interface Told {
  accounts: AccountFacts[]
  numbers: NumberFacts[]
}

/** From where to read on; undefined when there is nothing more to do. Rows and cursor are kept together or not at all. */
export async function applyRound(
  { database, secrets, now }: BankingDeps,
  opened: OpenRow,
  { from, pages, next, hasMore }: Round,
  told: Told,
): Promise<{ from: ReadingPlace; isStale: boolean } | undefined> {
  const { businessId } = opened
  return withTenant(database, businessId, async (tx) => {
    const row = await lockSame(tx, opened)
    if (!row) return undefined
    const reached = readingPlace(row)
    if (!isSamePlace(reached, from)) return { from: reached, isStale: true }
    const at = now()
    const place = { businessId, connectionId: row.id, now: at }
    const accounts = await applyAccounts(tx, secrets, place, told)
    await lockRules(tx, businessId, 'read')
    for (const page of pages) await applyPage(tx, { businessId, accounts, now: at }, page)
    if (from.isAnew) await removeUntold(tx, [...accounts.values()], pages)
    if (hasMore) {
      const kept = await changeConnection(tx, row, { pageCursor: next, updatedAt: at })
      return { from: readingPlace(kept), isStale: false }
    }
    // A bank that was just connected may need a moment until it has something to tell.
    const isYoung = at.getTime() - (row.itemTakenAt?.getTime() ?? 0) < youth
    const isWaiting = next === null && isYoung
    await changeConnection(tx, row, {
      cursor: next,
      pageCursor: null,
      lastSyncedAt: at,
      nextSyncAt: new Date(at.getTime() + (isWaiting ? minute : usualWait)),
      failures: 0,
      problem: null,
      problemCode: null,
      updatedAt: at,
    })
    return undefined
  })
}
