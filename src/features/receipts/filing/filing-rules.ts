import {
  type Match,
  type ReceiptFacts,
  type Target,
  findMatch,
  rankTargets,
  stillMatches,
} from './match-rules.ts'
import { areAlike } from './merchant-alike-rules.ts'

/** A receipt that looks for its place. */
interface ReceiptToFile {
  merchant: string | null
  date: string | null
  currency: string | null
  totalMinor: number | null
  text: string
  duplicateOf: string | null
  expenseId: string | null
  transactionId: string | null
  filedBy: 'owner' | 'match' | null
  declined: readonly string[]
}

export interface Filing {
  expenseId: string | null
  transactionId: string | null
  filedBy: 'owner' | 'match' | null
  suggestion: { kind: Target['kind']; id: string } | null
}

interface Around {
  targets: readonly Target[]
  /** Other receipts of the same amount, within days. */
  rivals: readonly { merchant: string | null }[]
}

export function factsOf(receipt: Omit<ReceiptToFile, 'declined'>): ReceiptFacts | null {
  const { merchant, date, currency, totalMinor, text } = receipt
  if (date === null || currency === null || !totalMinor) return null
  return { merchant: merchant ?? '', date, currency, totalMinor, text }
}

const unfiled: Filing = { expenseId: null, transactionId: null, filedBy: null, suggestion: null }

function filedByMatch(expenseId: string | null, transactionId: string | null): Filing | null {
  if (expenseId === null && transactionId === null) return null
  return { expenseId, transactionId, filedBy: 'match', suggestion: null }
}

/** Decides where a receipt is filed, or what is suggested for it. */
export function decideFiling(receipt: ReceiptToFile, { targets, rivals }: Around): Filing {
  const { expenseId, transactionId, declined } = receipt
  const isFiled = expenseId !== null || transactionId !== null
  if (isFiled && receipt.filedBy === 'owner')
    return { ...unfiled, expenseId, transactionId, filedBy: 'owner' }
  const facts = factsOf(receipt)
  if (!facts) return unfiled
  const stays = (id: string | null) =>
    targets.some((target) => target.id === id && stillMatches(facts, target)) ? id : null
  const kept = filedByMatch(stays(expenseId), stays(transactionId))
  if (kept) return kept

  const hasRival = rivals.some(({ merchant }) => merchant === null || areAlike(facts.merchant, merchant))
  const open = targets.filter(({ id }) => !declined.includes(id))
  const matchOf = (kind: Target['kind']) => findMatch(facts, kind, open, { hasRival })
  const [expense, transaction] = [matchOf('expense'), matchOf('transaction')]
  // Once the owner has said no, or if it may be the same as another one, it is left to them.
  const isAllowed = declined.length === 0 && receipt.duplicateOf === null
  const sure = (match: Match | null) => (isAllowed && match?.band === 'auto' ? match.target.id : null)
  const filed = filedByMatch(sure(expense), sure(transaction))
  if (filed) return filed
  const [likeliest] = rankTargets(
    facts,
    [expense, transaction].flatMap((match) => match?.target ?? []),
  )
  return { ...unfiled, suggestion: likeliest ? { kind: likeliest.kind, id: likeliest.id } : null }
}
