import type { Receipt } from '../contract.ts'

export type ReadField = keyof NonNullable<Receipt['reading']>

/** A reader that is less sure than this asks the owner. */
const sureFrom = 0.9

/** The fields that the owner should look at: empty ones that an expense needs, and those that the reader is not sure of. */
export function fieldsToCheck(receipt: Receipt): ReadonlySet<ReadField> {
  const { state, checkedAt, merchant, date, totalMinor, currency, reading } = receipt
  if (state === 'waiting' || checkedAt !== null) return new Set()
  const needed = { merchant, date, total: totalMinor, currency }
  const empty = Object.entries(needed).flatMap(([name, value]) => (value === null ? [name as ReadField] : []))
  const doubtful = Object.entries(reading ?? {}).flatMap(([name, { confidence }]) =>
    confidence < sureFrom ? [name as ReadField] : [],
  )
  return new Set([...empty, ...doubtful])
}

/** Not filed and not confirmed, and no longer being read. */
export function isToCheck({ state, expense, transaction, checkedAt }: Receipt): boolean {
  return state !== 'waiting' && expense === null && transaction === null && checkedAt === null
}
