import type { Truth } from './receipt.ts'

export const fields = [
  'merchant',
  'date',
  'total',
  'tax',
  'currency',
] as const satisfies readonly (keyof Truth)[]
export type Field = (typeof fields)[number]

/** `abstained`: it could have been read. `empty`: it could not, and was left empty. */
export type Outcome = 'right' | 'wrong' | 'abstained' | 'empty'

export function judge(field: Field, truth: string | null, value: string | null): Outcome {
  if (value === null) return truth === null ? 'empty' : 'abstained'
  return truth !== null && agrees(field, truth, value) ? 'right' : 'wrong'
}

function agrees(field: Field, truth: string, value: string): boolean {
  if (field === 'merchant') return isSameMerchant(truth, value)
  if (field === 'total' || field === 'tax') return value.trim() !== '' && Number(truth) === Number(value)
  return truth === value
}

const letters: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', å: 'a', đ: 'd' }

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßøłæåđ]/g, (letter) => letters[letter] ?? '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** A part of three letters or more counts, and so does one letter in five that was misread. */
function isSameMerchant(truth: string, value: string): boolean {
  const [one, other] = [fold(truth), fold(value)]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < 3) return one === other
  return long.includes(short) || editDistance(one, other) <= one.length * 0.2
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [n, letter] of Array.from(one).entries()) {
    const row = [n + 1]
    for (const [m, against] of Array.from(other).entries()) {
      const change = (previous[m] ?? 0) + (letter === against ? 0 : 1)
      row.push(Math.min(change, (previous[m + 1] ?? 0) + 1, (row[m] ?? 0) + 1))
    }
    previous = row
  }
  return previous.at(-1) ?? 0
}

/** One field of one receipt. */
export interface Answer {
  field: Field
  truth: string | null
  value: string | null
  confidence: number | null
  outcome: Outcome
}

/** Shares from 0 to 1. */
export interface Score {
  count: number
  /** Of those that can be read. */
  right: number
  /** Of all. */
  filledIn: number
  wrong: number
}

const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)

export function scoreOf(answers: readonly Pick<Answer, 'truth' | 'value' | 'outcome'>[]): Score {
  const readable = answers.filter(({ truth }) => truth !== null).length
  const count = (outcome: Outcome) => answers.filter((answer) => answer.outcome === outcome).length
  return {
    count: answers.length,
    right: share(count('right'), readable),
    filledIn: share(answers.filter(({ value }) => value !== null).length, answers.length),
    wrong: share(count('wrong'), answers.length),
  }
}

const bars: Partial<Record<Field, { right: number; wrong: number }>> = {
  total: { right: 0.9, wrong: 0.02 },
  date: { right: 0.9, wrong: 0.01 },
  merchant: { right: 0.8, wrong: 1 },
}

/** The fields that are right too rarely or wrong too often. */
export function fieldsBelowBar(answers: readonly Answer[]): Field[] {
  return fields.filter((field) => {
    const bar = bars[field]
    const score = scoreOf(answers.filter((answer) => answer.field === field))
    return bar !== undefined && (score.right < bar.right || score.wrong > bar.wrong)
  })
}
