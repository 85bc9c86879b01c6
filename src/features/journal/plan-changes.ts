import { addDays } from '../../shared/dates.ts'
import type { Posting } from './posting-rules.ts'

export interface StoredPosting extends Posting {
  id: number
  isCorrection: boolean
}

export type NewPosting = Posting & { isCorrection: boolean }

interface Changes {
  removed: StoredPosting[]
  added: NewPosting[]
}

/**
 * Compares the postings that a source should have with those it has. What lies in a frozen period stays: what has changed
 * there counts on the first day after it.
 */
export function planChanges(
  wanted: readonly Posting[],
  stored: readonly StoredPosting[],
  frozenThrough: string | null,
): Changes {
  const isFrozen = ({ day }: Posting) => frozenThrough !== null && day <= frozenThrough
  const corrections =
    frozenThrough === null
      ? []
      : correctionsOf(wanted.filter(isFrozen), stored.filter(isFrozen), addDays(frozenThrough, 1))
  const current = [
    ...wanted.filter((one) => !isFrozen(one)).map((one) => ({ ...one, isCorrection: false })),
    ...corrections,
  ]
  const left = Map.groupBy(
    stored.filter((one) => !isFrozen(one)),
    keyOf,
  )
  const added = current.filter((one) => left.get(keyOf(one))?.pop() === undefined)
  return { removed: [...left.values()].flat(), added }
}

const fields = [
  'entry',
  'day',
  'basis',
  'account',
  'currency',
  'minor',
  'homeMinor',
  'clientId',
  'item',
  'tax',
  'taxRate',
  'baseMinor',
  'baseHomeMinor',
  'method',
  'isTest',
  'isCorrection',
] as const satisfies (keyof NewPosting)[]

const keyOf = (one: NewPosting) => JSON.stringify(fields.map((field) => one[field]))

/** What has to be added so that frozen postings and corrections come to what is wanted, account by account. */
function correctionsOf(wanted: readonly Posting[], frozen: readonly Posting[], day: string): NewPosting[] {
  const sums = new Map<string, NewPosting>()
  const add = (one: Posting, sign: 1 | -1) => {
    const { basis, account, currency, clientId, item, tax, taxRate, method, isTest, homeMinor } = one
    const key = JSON.stringify([
      basis,
      account,
      currency,
      clientId,
      item,
      tax,
      taxRate,
      method,
      isTest,
      homeMinor === null,
    ])
    const sum = sums.get(key) ?? { ...one, day, isCorrection: true, ...noAmounts(one) }
    sums.set(key, {
      ...sum,
      minor: sum.minor + sign * one.minor,
      homeMinor: plus(sum.homeMinor, one.homeMinor, sign),
      baseMinor: plus(sum.baseMinor, one.baseMinor, sign),
      baseHomeMinor: plus(sum.baseHomeMinor, one.baseHomeMinor, sign),
    })
  }
  for (const one of wanted) add(one, 1)
  for (const one of frozen) add(one, -1)
  return [...sums.values()].filter(
    ({ minor, homeMinor, baseMinor, baseHomeMinor }) =>
      minor !== 0 || (homeMinor ?? 0) !== 0 || (baseMinor ?? 0) !== 0 || (baseHomeMinor ?? 0) !== 0,
  )
}

function noAmounts({ homeMinor, baseMinor, baseHomeMinor }: Posting) {
  const zero = (value: number | null) => (value === null ? null : 0)
  return {
    minor: 0,
    homeMinor: zero(homeMinor),
    baseMinor: zero(baseMinor),
    baseHomeMinor: zero(baseHomeMinor),
  }
}

/** A tax without a base, such as one of an expense, adds none to those that have one. */
function plus(sum: number | null, value: number | null, sign: 1 | -1): number | null {
  return sum === null && value === null ? null : (sum ?? 0) + sign * (value ?? 0)
}
