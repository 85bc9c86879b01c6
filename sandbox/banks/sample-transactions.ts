import { addDays } from '../../src/shared/dates.ts'
import type { SandboxBook } from './book-store.ts'
import {
  type SampleMerchant,
  otherMerchants,
  payers,
  refunders,
  sampleMerchants,
} from './sample-merchants.ts'
import { createDice, idFrom } from './seeded.ts'

export interface SampleTransaction {
  id: string
  accountId: string
  date: string
  merchant: SampleMerchant
  description: string
  cents: number
  isIncome: boolean
  /** How long after the beginning of the book it is posted, then under this id; null when it was from the beginning. */
  posting: { hours: number; id: string } | null
}

const count = 20
const incomes = 6
/** Of the last thirty days two are left out, so that the rest are among them in every zone of the world. */
const days = 28
/** The hours at which what is pending is posted. Whether there is a second one depends on the account. */
export const postingHours = [3, 6]
/** When it is the latest there, no zone of the United States is still in the day before. */
const hoursToTheWest = 11

interface Sampled {
  /** The ids of the transactions follow from it. */
  id: string
  /** All else does from this. */
  seed: string
  isCredit: boolean
}

/** What an account shows, newest first: the same at every look. */
export function sampleTransactions(
  { openedAt }: Pick<SandboxBook, 'openedAt'>,
  { id: accountId, seed, isCredit }: Sampled,
): SampleTransaction[] {
  const dice = createDice(seed)
  const newestDay = new Date(Date.parse(openedAt) - hoursToTheWest * 3_600_000).toISOString().slice(0, 10)
  const pending = 1 + dice(postingHours.length)
  const incomeAt = pickSome(dice, incomes, { from: pending, to: count })
  let expenses = 0
  return Array.from({ length: count }, (_, index) => {
    const isIncome = incomeAt.has(index)
    const list = isIncome
      ? isCredit
        ? refunders
        : payers
      : expenses++ % 2 === 0
        ? sampleMerchants
        : otherMerchants
    const merchant = list[dice(list.length)]
    if (!merchant) throw new Error('the dice fell off the table')
    const hours = index < pending ? (postingHours[index] ?? null) : null
    const daysAgo = hours === null ? Math.floor(((index + dice(100) / 100) * days) / count) : 0
    return {
      id: idFrom(accountId, 'transaction', String(index)),
      accountId,
      date: addDays(newestDay, -daysAgo),
      merchant,
      description: index % 4 === 3 ? `${merchant.name}, ${merchant.detail}` : merchant.name,
      cents: merchant.from * 100 + dice((merchant.to - merchant.from) * 100 + 1),
      isIncome,
      posting: hours === null ? null : { hours, id: idFrom(accountId, 'posted', String(index)) },
    }
  })
}

function pickSome(
  dice: (sides: number) => number,
  wanted: number,
  { from, to }: { from: number; to: number },
): Set<number> {
  const picked = new Set<number>()
  while (picked.size < wanted) picked.add(from + dice(to - from))
  return picked
}
