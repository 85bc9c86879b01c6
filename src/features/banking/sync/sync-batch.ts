import {
  type BankProvider,
  type TransactionPage,
  BankProviderError,
} from '../../../platform/banks/bank-provider.ts'
import type { ConnectionRow } from '../connection-queries.ts'

/** Where to continue reading. */
export interface SyncCursor {
  cursor: string | null
  /** True for a full resync: transactions that the pages do not report are deleted. */
  isFullResync: boolean
}

type Cursors = Pick<ConnectionRow, 'cursor' | 'pageCursor'>

/**
 * The cursors after a batch was aborted although some of its pages were already stored. When the aggregator
 * reports the batch again, it leaves out transactions that were in those pages and were removed since. So a
 * full resync is needed.
 */
export const interrupted: Cursors = { cursor: null, pageCursor: '' }

export function syncCursor({ cursor, pageCursor }: Cursors): SyncCursor {
  return pageCursor === ''
    ? { cursor: null, isFullResync: true }
    : { cursor: pageCursor ?? cursor, isFullResync: false }
}

export function isSameCursor(a: SyncCursor, b: SyncCursor): boolean {
  return a.cursor === b.cursor && a.isFullResync === b.isFullResync
}

/** The pages from one cursor to the next. */
export interface SyncBatch {
  from: SyncCursor
  pages: TransactionPage[]
  next: string | null
  /** True when the aggregator has more pages than one batch reads. */
  hasMore: boolean
}

/**
 * Reads pages to the end, or up to `maxPages` unless it is a full resync. Throws 'restart' when the
 * transactions change while they are read.
 */
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
      throw new BankProviderError(
        'later',
        'CURSOR_STANDS',
        'The bank sends the same transactions again and again.',
      )
    pages.push(page)
    next = cursor
    hasMore = page.hasMore
  }
  return { from, pages, next, hasMore }
}
