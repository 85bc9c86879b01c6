import type { TransactionPage } from '../../../platform/banks/bank-provider.ts'

/**
 * Puts the removal of a pending transaction on the later page that has the posted one. The posted one then takes over its
 * row with what belongs to it, such as comments, which would go with a row that is removed.
 */
export function removeWithSuccessor(pages: readonly TransactionPage[]): TransactionPage[] {
  const pageOf = new Map<string, number>()
  for (const [at, { added, modified }] of pages.entries()) {
    for (const { pendingId } of [...added, ...modified]) if (pendingId) pageOf.set(pendingId, at)
  }
  const isBefore = (id: string, at: number) => at < (pageOf.get(id) ?? 0)
  return pages.map((page, at) => ({
    ...page,
    removed: [
      ...page.removed.filter((id) => !isBefore(id, at)),
      ...pages.slice(0, at).flatMap(({ removed }) => removed.filter((id) => pageOf.get(id) === at)),
    ],
  }))
}
