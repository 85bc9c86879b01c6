import {
  type BankProvider,
  type TransactionPage,
  BankProviderError,
} from '../../../platform/banks/bank-provider.ts'

/** From where to read. */
export interface SyncCursor {
  cursor: string | null
  /** Everything, from the beginning to the end: what is not told is no more. */
  isFullResync: boolean
}

/** Pages that belong together, from one cursor to the next. */
export interface SyncBatch {
  from: SyncCursor
  pages: TransactionPage[]
  next: string | null
  /** There was more than is read at once. */
  hasMore: boolean
}

/** Reads on until there is no more, or so many pages are there. Throws 'restart' when what is read changed meanwhile. */
export async function readBatch(
  provider: BankProvider,
  { token, from, maxPages }: { token: string; from: SyncCursor; maxPages: number },
): Promise<SyncBatch> {
  const pages: TransactionPage[] = []
  let next = from.cursor
  let hasMore = true
  while (hasMore && (from.isFullResync || pages.length < maxPages)) {
    const page = await provider.syncTransactions(token, next)
    // The aggregator's word for "nothing is there yet" is empty.
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
