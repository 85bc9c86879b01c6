import {
  type BankTransaction,
  type Candidate,
  type Documents,
  targetKeyOf,
} from './candidates/document-rules.ts'
import { findExpenses } from './candidates/expense-rules.ts'
import { type Index, indexDocuments } from './candidates/index-rules.ts'
import { findInvoices } from './candidates/invoice-rules.ts'
import { findPayments } from './candidates/payment-rules.ts'
import { findPayouts } from './candidates/payout-rules.ts'
import { findReceipts } from './candidates/receipt-rules.ts'
import { findTransfers } from './candidates/transfer-rules.ts'

/** What finds candidates for a transaction. Another kind of candidate is added here. */
const finders: readonly ((transaction: BankTransaction, index: Index) => Candidate[])[] = [
  findPayouts,
  findPayments,
  findInvoices,
  findExpenses,
  findReceipts,
  findTransfers,
]

export interface Decided extends Candidate {
  band: 'auto' | 'suggest'
  targetKey: string
}

const minScore = 0.4
/** What comes as near as this to the best makes it uncertain. */
const margin = 0.15

/** The transaction and everything that a candidate would take. */
const takenBy = ({ transactionId, targets }: Candidate) => [transactionId, ...targets.map(({ id }) => id)]

const idsOf = ({ targets }: Candidate) => targets.map(({ id }) => id)

function findCandidates(transaction: BankTransaction, index: Index): Decided[] {
  const declined = index.documents.declined.get(transaction.id)
  const found = new Map<string, Decided>()
  for (const candidate of finders.flatMap((find) => find(transaction, index))) {
    const targetKey = targetKeyOf(candidate.kind, idsOf(candidate))
    if (candidate.score < minScore || declined?.has(targetKey)) continue
    const before = found.get(targetKey)
    if (before && before.score >= candidate.score) continue
    // Once the owner has said no to something, the rest is left to them.
    const isCertain = candidate.isCertain && !declined
    found.set(targetKey, { ...candidate, isCertain, band: 'suggest', targetKey })
  }
  return [...found.values()]
}

/**
 * Decides what each transaction belongs to. Whatever is taken once is not suggested for another transaction. The auto band
 * is for candidates with enough evidence and without a rival, for the transaction or for what it would take.
 */
export function decideMatches(transactions: readonly BankTransaction[], documents: Documents): Decided[] {
  const index = indexDocuments(documents, transactions)
  const candidates = transactions
    .flatMap((transaction) => findCandidates(transaction, index))
    // The order of transactions, invoices and other documents is kept among equals: the oldest comes first.
    .toSorted((a, b) => b.score - a.score)
  const rivals = new Map<string, Decided[]>()
  for (const candidate of candidates) {
    for (const id of takenBy(candidate)) {
      const before = rivals.get(id)
      if (before) before.push(candidate)
      else rivals.set(id, [candidate])
    }
  }
  const hasRival = (candidate: Decided) =>
    takenBy(candidate).some((id) =>
      rivals.get(id)?.some((other) => other !== candidate && other.score > candidate.score - margin),
    )
  const taken = new Set<string>()
  const decided: Decided[] = []
  for (const candidate of candidates) {
    const ids = takenBy(candidate)
    if (ids.some((id) => taken.has(id))) continue
    for (const id of ids) taken.add(id)
    decided.push({ ...candidate, band: candidate.isCertain && !hasRival(candidate) ? 'auto' : 'suggest' })
  }
  return decided
}
