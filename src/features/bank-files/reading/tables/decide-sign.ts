import type { Side } from './table-numbers.ts'
import { sideInWordsOf, sureSideOf } from './table-phrases.ts'

export interface SignDecision {
  isReversed: boolean
  /** The file does not decide it. */
  isOpen: boolean
}

const sampleSize = 2000

interface Votes {
  plain: number
  reversed: number
}

/** How many texts agree with the signs of their amounts, and how many do not. */
export function votesOf(amounts: readonly bigint[], texts: readonly string[]): { words: Votes; sure: Votes } {
  const count = (sideOf: (text: string, isPositive: boolean) => Side | null) => {
    const votes = { plain: 0, reversed: 0 }
    for (const [index, text] of texts.slice(0, sampleSize).entries()) {
      const amount = amounts[index] ?? 0n
      const side = amount === 0n ? null : sideOf(text, amount > 0n)
      if (side !== null) votes[(side === 'C') === amount > 0n ? 'plain' : 'reversed'] += 1
    }
    return votes
  }
  return { words: count(sideInWordsOf), sure: count(sureSideOf) }
}

/** Decides from signs and words whether positive amounts are money in. */
export function decideSign(
  amounts: readonly bigint[],
  texts: readonly string[],
  isCard: boolean,
): SignDecision {
  const positive = amounts.filter((amount) => amount > 0n).length
  const negative = amounts.filter((amount) => amount < 0n).length
  const { words: votes, sure } = votesOf(amounts, texts)
  if (positive === 0) {
    const isReversed = sure.reversed > sure.plain
    return { isReversed, isOpen: isReversed && !isCard }
  }
  // Nothing shows what came in: one side is missing, or its sign.
  if (negative === 0)
    return { isReversed: votes.reversed > votes.plain || (votes.plain === 0 && isCard), isOpen: true }
  if (sure.reversed + sure.plain > 0) {
    const isReversed = sure.reversed > sure.plain
    // A refund of a fee or a returned payment does not outweigh the rest.
    const [more, fewer] = isReversed ? [sure.reversed, sure.plain] : [sure.plain, sure.reversed]
    return { isReversed, isOpen: fewer * 3 > more }
  }
  // Cards are where charges may be positive. Elsewhere a sign is what it says.
  if (isCard)
    return {
      isReversed: votes.reversed > votes.plain,
      isOpen: Math.abs(votes.reversed - votes.plain) < 2,
    }
  return {
    isReversed: false,
    isOpen: positive > 3 && positive > negative * 3 && votes.plain <= votes.reversed,
  }
}
