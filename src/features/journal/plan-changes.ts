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

/** Each counts as one, so it comes and goes as a whole. */
const movements = new Set(['payment', 'refund', 'dispute'])
const isMovement = ({ entry }: Posting) => movements.has(entry)

/**
 * What has to be added so that frozen postings and corrections come to what is wanted: movements one by one, and the rest
 * account by account.
 */
function correctionsOf(wanted: readonly Posting[], frozen: readonly Posting[], day: string): NewPosting[] {
  const of = (postings: readonly Posting[], sign: 1 | -1, chosen: boolean) =>
    postings.filter((one) => isMovement(one) === chosen).map((one) => withSign(one, day, sign))
  return [
    ...remaining([...of(wanted, 1, true), ...of(frozen, -1, true)]),
    ...merged([...of(wanted, 1, false), ...of(frozen, -1, false)]),
  ].filter(
    ({ minor, homeMinor, baseMinor, baseHomeMinor }) =>
      minor !== 0 || (homeMinor ?? 0) !== 0 || (baseMinor ?? 0) !== 0 || (baseHomeMinor ?? 0) !== 0,
  )
}

/** Without those that take each other back. */
function remaining(postings: readonly NewPosting[]): NewPosting[] {
  const left = new Map<string, NewPosting[]>()
  for (const one of postings) {
    const opposites = left.get(keyOf(withSign(one, one.day, -1)))
    if (opposites?.pop() === undefined) left.set(keyOf(one), [...(left.get(keyOf(one)) ?? []), one])
  }
  return [...left.values()].flat()
}

function merged(postings: readonly NewPosting[]): NewPosting[] {
  const groups = Map.groupBy(postings, (one) => {
    const { entry, basis, account, currency, clientId, item, tax, taxRate, method, isTest, homeMinor } = one
    const isRated = homeMinor !== null
    return JSON.stringify([
      entry,
      basis,
      account,
      currency,
      clientId,
      item,
      tax,
      taxRate,
      method,
      isTest,
      isRated,
    ])
  })
  return [...groups.values()].map((group) =>
    group.reduce((sum, one) => ({
      ...sum,
      minor: sum.minor + one.minor,
      homeMinor: plus(sum.homeMinor, one.homeMinor),
      baseMinor: plus(sum.baseMinor, one.baseMinor),
      baseHomeMinor: plus(sum.baseHomeMinor, one.baseHomeMinor),
    })),
  )
}

/** The same on another day, or taken back there. */
function withSign(one: Posting, day: string, sign: 1 | -1): NewPosting {
  const by = (value: number) => (value === 0 ? 0 : sign * value)
  const orNull = (value: number | null) => (value === null ? null : by(value))
  return {
    ...one,
    day,
    isCorrection: true,
    minor: by(one.minor),
    homeMinor: orNull(one.homeMinor),
    baseMinor: orNull(one.baseMinor),
    baseHomeMinor: orNull(one.baseHomeMinor),
  }
}

/** A tax without a base, such as one of an expense, adds none to those that have one. */
function plus(sum: number | null, value: number | null): number | null {
  return sum === null && value === null ? null : (sum ?? 0) + (value ?? 0)
}
