import {
  type BankProvider,
  BankProviderError,
  type TransactionPage,
} from '../../../platform/banks/bank-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { BankingDeps } from '../banking-deps.ts'
import {
  type ConnectedRow,
  type ConnectionRow,
  changeConnection,
  lockIfSameItem,
} from '../connection-queries.ts'
import { type ReportedAccounts, applyAccounts } from './apply-accounts.ts'
import { applyPage, removeUnreported } from './apply-page.ts'
import { removeWithSuccessor } from './remove-with-successor.ts'
import { lockRules } from './transaction-steps.ts'

/** Where to continue reading. */
export interface SyncCursor {
  cursor: string | null
  /** True for a full resync: transactions that the pages do not report are deleted. */
  isFullResync: boolean
}

type Cursors = Pick<ConnectionRow, 'cursor' | 'pageCursor'>

/**
 * After an aborted batch with stored pages. Reported again, it leaves out what was in those pages and removed
 * since, so a full resync is needed.
 */
export const interrupted: Cursors = { cursor: null, pageCursor: '' }

export function syncCursor({ cursor, pageCursor }: Cursors): SyncCursor {
  return pageCursor === ''
    ? { cursor: null, isFullResync: true }
    : { cursor: pageCursor ?? cursor, isFullResync: false }
}

function isSameCursor(a: SyncCursor, b: SyncCursor): boolean {
  return a.cursor === b.cursor && a.isFullResync === b.isFullResync
}

/** The pages from one cursor to the next. */
interface SyncBatch {
  from: SyncCursor
  pages: TransactionPage[]
  next: string | null
  /** True when the aggregator has more pages than one batch reads. */
  hasMore: boolean
}

/** Reads up to `maxPages`, or all for a full resync. Throws 'restart' when they change meanwhile. */
export async function readBatch(
  provider: BankProvider,
  { token, from, maxPages }: { token: string; from: SyncCursor; maxPages: number },
): Promise<SyncBatch> {
  const pages: TransactionPage[] = []
  let next = from.cursor
  let hasMore = true
  while (hasMore && (from.isFullResync || pages.length < maxPages)) {
    const page = await provider.syncTransactions(token, next)
    // The aggregator sends an empty cursor while it has no transactions yet.
    const cursor = page.nextCursor || null
    if (page.hasMore && cursor === next)
      throw new BankProviderError('later', 'CURSOR_STANDS', 'The bank keeps sending the same transactions.')
    pages.push(page)
    next = cursor
    hasMore = page.hasMore
  }
  return { from, pages, next, hasMore }
}

const minute = 60_000
export const defaultWait = 6 * 60 * minute
const gracePeriod = 60 * minute

/** Writes rows and cursor in one transaction. Returns where to continue; undefined at the end. */
export async function applyBatch(
  { database, secrets, now, matchReceipts, matchTransactions }: BankingDeps,
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
    for (const page of removeWithSuccessor(pages))
      await applyPage(tx, { businessId, accounts, now: at }, page)
    if (from.isFullResync) await removeUnreported(tx, accounts, pages)
    if (pages.some(({ added, modified }) => added.length + modified.length > 0)) {
      await matchReceipts(tx, businessId)
      await matchTransactions(tx, businessId)
    }
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
