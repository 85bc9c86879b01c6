import { addDays } from '../../src/shared/dates.ts'
import type { SandboxBook } from './item-store.ts'
import {
  type SampleMerchant,
  otherMerchants,
  payers,
  refunders,
  sampleMerchants,
} from './sample-merchants.ts'
import { createSeededRandom, idFrom } from './seeded.ts'

export interface SampleTransaction {
  id: string
  accountId: string
  date: string
  merchant: SampleMerchant
  description: string
  minor: number
  isIncome: boolean
  /** How many hours after the opening of the book it is posted, and its id from then on; null if at once. */
  posting: { hours: number; id: string } | null
}

const count = 20
const incomes = 6
/** The last 30 days less two, so that every transaction is within 30 days in every time zone. */
const days = 28
/** The hours after which pending transactions are posted. The seed decides whether there is a second one. */
export const postingHours = [3, 6]
/** The newest date is that of UTC-11, so that it is in the future nowhere in the United States. */
const westernmostOffsetHours = 11

interface SampledAccount {
  /** The account id, from which the transaction ids are derived. */
  id: string
  /** The seed of everything else. */
  seed: string
  isCredit: boolean
}

/** The transactions of an account, newest first. They are the same on every call. */
export function sampleTransactions(
  { openedAt }: Pick<SandboxBook, 'openedAt'>,
  { id: accountId, seed, isCredit }: SampledAccount,
): SampleTransaction[] {
  const random = createSeededRandom(seed)
  const newestDay = new Date(Date.parse(openedAt) - westernmostOffsetHours * 3_600_000)
    .toISOString()
    .slice(0, 10)
  const pending = 1 + random(postingHours.length)
  const incomeAt = pickSome(random, incomes, { from: pending, to: count })
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
    const merchant = list[random(list.length)]
    if (!merchant) throw new Error('the dice fell off the table')
    const hours = index < pending ? (postingHours[index] ?? null) : null
    const daysAgo = hours === null ? Math.floor(((index + random(100) / 100) * days) / count) : 0
    return {
      id: idFrom(accountId, 'transaction', String(index)),
      accountId,
      date: addDays(newestDay, -daysAgo),
      merchant,
      description: index % 4 === 3 ? `${merchant.name}, ${merchant.detail}` : merchant.name,
      minor: merchant.from * 100 + random((merchant.to - merchant.from) * 100 + 1),
      isIncome,
      posting: hours === null ? null : { hours, id: idFrom(accountId, 'posted', String(index)) },
    }
  })
}

function pickSome(
  random: (max: number) => number,
  size: number,
  { from, to }: { from: number; to: number },
): Set<number> {
  const picked = new Set<number>()
  while (picked.size < size) picked.add(from + random(to - from))
  return picked
}
