import { type Target, findMatch, maxTip } from '../../receipts/filing/match-rules.ts'
import type { BankTransaction, Candidate } from './document-rules.ts'
import type { Index } from './index-rules.ts'

/** Receipts that may be for an outgoing transaction. Those that surely are have been filed by the receipts feature. */
export function findReceipts(transaction: BankTransaction, index: Index): Candidate[] {
  const { id, date, currency, amountMinor, text, category, isIncome, hasReceipt } = transaction
  if (isIncome || hasReceipt) return []
  const target: Target = { kind: 'transaction', id, date, currency, amountMinor, text, category, hasReceipt }
  const receipts = index.receiptsByCurrency.get(currency) ?? []
  const found: Candidate[] = []
  for (let at = firstFrom(receipts, Math.ceil(amountMinor / (1 + maxTip))); at < receipts.length; at += 1) {
    const receipt = receipts[at]
    if (!receipt || receipt.totalMinor > amountMinor) break
    if (receipt.declined.includes(id)) continue
    const match = findMatch(receipt, 'transaction', [target], { hasRival: false })
    if (!match) continue
    const isExact = receipt.totalMinor === amountMinor
    found.push({
      kind: 'receipt',
      transactionId: id,
      targets: [{ id: receipt.id, amountMinor, ofMinor: receipt.totalMinor }],
      clientId: null,
      score: 0.4 + (isExact ? 0.1 : 0) + (match.band === 'auto' ? 0.15 : 0),
      isCertain: false,
      reason: isExact
        ? 'Same amount as this receipt, and within days of it.'
        : 'A little more than this receipt, perhaps with a tip.',
    })
  }
  return found
}

/** The first of them, by amount, that has at least this much. */
function firstFrom(receipts: readonly { totalMinor: number }[], minor: number): number {
  let [low, high] = [0, receipts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((receipts[middle]?.totalMinor ?? 0) < minor) low = middle + 1
    else high = middle
  }
  return low
}
