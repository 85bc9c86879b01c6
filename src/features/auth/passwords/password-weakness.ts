import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { productName } from '../../../shared/product.ts'

let estimator: ZxcvbnFactory | undefined
/** Created at the first password, because its lookup tables take memory and would slow down the start. */
const getEstimator = () => (estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }))

/** From 0 to 4; a password below 2 falls to fewer than a million guesses. */
const lowestScore = 2

const reasons: Record<string, string> = {
  dictionary: 'is a common password or word',
  spatial: 'uses keys that are next to each other on the keyboard',
  repeat: 'repeats itself',
  sequence: 'is a simple sequence',
  date: 'is a date',
  regex: 'is a year',
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  return rest.length < 5 && rest.length < password.length
}

/** Why a password is weak, or null. Slow for crafted ones: run it in a worker (judge-password.ts). */
export function passwordWeakness(password: string, about: readonly string[] = []): string | null {
  const words = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const personalTerms = words.filter((word) => word.length > 2)
  if (isMadeOf(password, personalTerms)) return refuse('is made from your own name or address')
  // The cost grows with the length. A password longer than this is not guessed anyway.
  const result = getEstimator().check(password.slice(0, 64), [...personalTerms, productName.toLowerCase()])
  if (result.score >= lowestScore) return null
  const [worst] = result.sequence.toSorted((a, b) => b.token.length - a.token.length)
  return refuse(reasons[worst?.pattern ?? ''] ?? 'is easy to guess')
}

function refuse(reason: string): string {
  return `Please choose a stronger password. This one ${reason}. Three or four unrelated words work well.`
}
