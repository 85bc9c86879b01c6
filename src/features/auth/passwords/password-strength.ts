import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { productName } from '../../../shared/product.ts'

let ready: ZxcvbnFactory | undefined
/** Its tables are made of its lists when the first password comes: they take memory and a part of the start. */
const guesser = () => (ready ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }))

/** Of 0 to 4; below 2 fewer than a million guesses find it. */
const lowestScore = 2

const reasons: Record<string, string> = {
  dictionary: 'it is a common password or word',
  spatial: 'its keys lie next to each other on the keyboard',
  repeat: 'it repeats itself',
  sequence: 'it is a simple sequence',
  date: 'it is a date',
  regex: 'it is a year',
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  return rest.length < 5 && rest.length < password.length
}

/** Why a password is easy to guess, or null. Slow for passwords made for that: run it in a thread (judge-password.ts). `about` is what an attacker knows of the person. */
export function weaknessOfPassword(password: string, about: readonly string[] = []): string | null {
  const words = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const known = words.filter((word) => word.length > 2)
  if (isMadeOf(password, known)) return refuse('it is made from your own name or address')
  // The search grows with the length, and a hundred characters are not guessed.
  const result = guesser().check(password.slice(0, 64), [...known, productName.toLowerCase()])
  if (result.score >= lowestScore) return null
  const [worst] = result.sequence.toSorted((a, b) => b.token.length - a.token.length)
  return refuse(reasons[worst?.pattern ?? ''] ?? 'it is easy to guess')
}

function refuse(reason: string): string {
  return `Please choose a stronger password: ${reason}. Three or four unrelated words work well.`
}
