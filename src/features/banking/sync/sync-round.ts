import { BankProviderError } from '../../../platform/banks/bank-provider.ts'
import type { BankProvider, TransactionPage } from '../../../platform/banks/bank-provider.ts'

/** From where to read. */
export interface ReadingPlace {
  cursor: string | null
  /** Everything, from the beginning to the end: what is not told is no more. */
  isAnew: boolean
}

/** Pages that belong together, from one cursor to the next. */
export interface Round {
  from: ReadingPlace
  pages: TransactionPage[]
  next: string | null
  /** There was more than is read at once. */
  hasMore: boolean
}

/** Reads on until there is no more, or so many pages are there. Throws 'restart' when what is read changed meanwhile. */
export async function readRound(
  provider: BankProvider,
  { token, from, mostPages }: { token: string; from: ReadingPlace; mostPages: number },
): Promise<Round> {
  const pages: TransactionPage[] = []
  let next = from.cursor
  let hasMore = true
  while (hasMore && (from.isAnew || pages.length < mostPages)) {
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
