import { daysBetween } from '../../../shared/dates.ts'
import { areAlike } from './merchant-alike-rules.ts'

/** What is known of a receipt when it looks for its expense or bank transaction. */
export interface ReceiptFacts {
  merchant: string
  date: string
  currency: string
  totalMinor: number
  text: string
}

/** An expense or a bank transaction that a receipt may belong to. */
export interface Target {
  kind: 'expense' | 'transaction'
  id: string
  date: string
  currency: string
  amountMinor: number
  /** The notes of an expense; merchant and description of a transaction. */
  text: string
  category: string
  hasReceipt: boolean
}

export interface Match {
  band: 'auto' | 'suggest'
  target: Target
}

/** How many days after the date of the receipt it may stand in the books. Banks post later, owners note when they can. */
export const daysAfter = { transaction: { from: -1, to: 5 }, expense: { from: -3, to: 3 } } as const

/**
 * A purchase of the same amount at the same merchant within these days makes it a usual price: the next one may not have
 * been posted yet. It is less than a month, because of subscriptions.
 */
export const rivalDays = 25

/** What guests add to the total of a bill. */
export const maxTip = 0.25
const mayHaveTip =
  /restaurant|bistro|\bcaf[eé]\b|\bbar\b|grill|diner|\bpub\b|kitchen|\btips?\b|gratuity|trinkgeld|server:|table\b/i
const diningCategory = /dining|restaurant|food|travel/i

const isRefund =
  /\b(refund(ed)?|returned|credit note|gutschrift|storno|retoure|avoir|remboursement|abono|devoluci[oó]n|rimborso)\b/i

function isNear({ date }: ReceiptFacts, target: Target): boolean {
  const { from, to } = daysAfter[target.kind]
  const days = daysBetween(date, target.date)
  return days >= from && days <= to
}

/** Nearest first. Later is likelier than earlier, at the same distance. */
function distance({ date }: ReceiptFacts, target: Target): number {
  const days = daysBetween(date, target.date)
  return days < 0 ? 0.5 - 2 * days : days
}

function isExact({ currency, totalMinor }: ReceiptFacts, target: Target): boolean {
  return target.currency === currency && target.amountMinor === totalMinor
}

function isWithTip(facts: ReceiptFacts, target: Target): boolean {
  const { currency, totalMinor, merchant, text } = facts
  return (
    target.currency === currency &&
    target.amountMinor > totalMinor &&
    target.amountMinor <= totalMinor * (1 + maxTip) &&
    (mayHaveTip.test(merchant) || mayHaveTip.test(text) || diningCategory.test(target.category)) &&
    areAlike(merchant, target.text)
  )
}

/** Whether a receipt can still be filed where it was filed by itself. */
export function stillMatches(facts: ReceiptFacts, target: Target): boolean {
  return isExact(facts, target) && isNear(facts, target)
}

/** As a share of the total. */
function differenceOf({ totalMinor }: ReceiptFacts, { amountMinor }: Target): number {
  return Math.abs(amountMinor - totalMinor) / Math.max(totalMinor, 1)
}

/** Those that a receipt may belong to, the likeliest first. */
export function rankTargets<T extends Target>(facts: ReceiptFacts, targets: readonly T[]): T[] {
  const score = (target: Target) =>
    (isExact(facts, target) ? 0 : 30 + 30 * Math.min(1, differenceOf(facts, target))) +
    (areAlike(facts.merchant, target.text) ? 0 : 20) +
    (target.hasReceipt ? 10 : 0) +
    distance(facts, target)
  const scored = targets.map((target) => ({ target, score: score(target) }))
  return scored
    .toSorted((a, b) => a.score - b.score || (a.target.id < b.target.id ? -1 : 1))
    .map(({ target }) => target)
}

/**
 * What the receipt belongs to among targets of one kind. It is filed by itself only if nothing else comes near: the amount
 * is exact, the merchant alike, and no other purchase of that amount at that merchant lies within days, with a receipt or
 * without one. `hasRival` says that there is another receipt with these facts.
 */
export function findMatch(
  facts: ReceiptFacts,
  kind: Target['kind'],
  targets: readonly Target[],
  { hasRival }: { hasRival: boolean },
): Match | null {
  const exact = targets.filter((target) => isExact(facts, target))
  const near = exact.filter((target) => target.kind === kind && isNear(facts, target))
  const [best] = rankTargets(
    facts,
    near.filter((target) => areAlike(facts.merchant, target.text)),
  )
  if (best) {
    const rivals = exact.filter(
      ({ id, text }) => id !== best.id && (text === '' || areAlike(facts.merchant, text)),
    )
    // The same purchase may stand in the books once more: as an expense of the owner and as a transaction of the bank.
    const isOnce =
      rivals.length === 0 || (rivals.length === 1 && rivals[0]!.kind !== kind && isNear(facts, rivals[0]!))
    const isAuto =
      isOnce && best.date >= facts.date && !hasRival && !best.hasReceipt && !isRefund.test(facts.text)
    return { band: isAuto ? 'auto' : 'suggest', target: best }
  }
  const [withTip] = rankTargets(
    facts,
    targets.filter((target) => target.kind === kind && isNear(facts, target) && isWithTip(facts, target)),
  )
  if (withTip) return { band: 'suggest', target: withTip }
  // The amount alone says enough for a suggestion if there is no other one.
  const [only, ...others] = near.filter(({ hasReceipt }) => !hasReceipt)
  return only && others.length === 0 ? { band: 'suggest', target: only } : null
}
