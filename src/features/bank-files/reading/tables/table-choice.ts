import type { Choices } from '../bank-file.ts'
import {
  amountsOf,
  balanceUnits,
  createNumbers,
  type Line,
  type Numbers,
  type Plan,
} from './table-amounts.ts'
import { type BalanceCheck, checkRunning, type Running } from './table-balances.ts'
import type { Column } from './table-columns.ts'
import { disorderOf } from './table-date-order.ts'
import type { Decimals } from './table-numbers.ts'

/** One way to read the amounts of a table. */
export interface AmountReading {
  plan: Plan
  balance: number | null
  /** The balance of a row is the one before its booking. */
  isBefore: boolean
  /** The sign for columns that do not show it. */
  decimals: Decimals
  isReversed: boolean
  /** The rows by account, as indexes. */
  groups: number[][]
  /** The balances say that it is right. Null without balances to compare. */
  isProven: boolean | null
  score: number
  /** Of equal readings the first counts. */
  position: number
}

export interface Candidates {
  lines: readonly Line[]
  numbers: Numbers
  days: readonly string[]
  plans: Plan[]
  balances: Column[]
  /** For each column the sign that separates its decimals, or null if it is not known. */
  columnDecimals: (column: number) => Decimals | null
  decimals: Decimals[]
  /** The likeliest first. None joins rows of different currencies. */
  groupings: number[][][]
  /** Closing less opening balance, where the file names both. */
  moved: ((decimals: Decimals) => bigint) | null
  /** The balance before the first row, where the file names it. */
  opening: ((decimals: Decimals) => bigint) | null
  choices: Choices
}

const sampleSize = 400

/** Tries the ways to read the amounts, and takes the likeliest. Balances that agree outweigh labels. */
export function chooseReading(
  candidates: Candidates,
): { best: AmountReading; others: AmountReading[] } | null {
  const isLong = candidates.lines.length > sampleSize
  const all = candidates.numbers
  const sample = isLong ? createNumbers(candidates.lines.slice(0, sampleSize)) : all
  const readings = list(candidates)
    .map((reading) => judge(reading, candidates, sample, isLong ? sampleSize : candidates.lines.length))
    .filter((reading) => reading !== null)
    .toSorted((a, b) => b.score - a.score)
  if (!isLong) return readings[0] ? { best: readings[0], others: readings.slice(1) } : null
  // The sample has chosen; the whole table decides.
  const [first, ...rest] = readings
  const checked = first ? judge(first, candidates, all, candidates.lines.length) : null
  if (checked && (checked.isProven === true || (checked.isProven === null && !candidates.moved)))
    return { best: checked, others: rest }
  const whole = readings
    .slice(0, 6)
    .map((reading) => judge(reading, candidates, all, candidates.lines.length))
    .filter((reading) => reading !== null)
    .toSorted((a, b) => b.score - a.score)
  return whole[0] ? { best: whole[0], others: whole.slice(1) } : null
}

function* combinations({ plans, balances, decimals, groupings, choices }: Candidates) {
  for (const plan of plans.slice(0, 12)) {
    const used = typeof plan.amount === 'object' ? [plan.amount.in, plan.amount.out] : [plan.amount]
    const free = balances.filter(({ index }) => !used.includes(index) && index !== plan.fee)
    const mayTurn = plan.side === null && typeof plan.amount !== 'object' && !plan.isReversed
    const signs = choices.sign ? [choices.sign === 'reversed'] : mayTurn ? [false, true] : [plan.isReversed]
    for (const [balance, isBefore] of whens(free))
      for (const isReversed of signs)
        for (const sign of decimals)
          for (const groups of balance ? groupings : groupings.slice(0, 1))
            yield { plan, balance, isBefore, isReversed, decimals: sign, groups }
  }
}

/** Balances before the bookings are rare, so a label tells nothing of them. */
const whens = (balances: Column[]): [Column | null, boolean][] => [
  ...balances.map((column): [Column, boolean] => [column, false]),
  [null, false],
  ...balances.filter(({ label }) => label === null).map((column): [Column, boolean] => [column, true]),
]

function list(candidates: Candidates): AmountReading[] {
  return Array.from(combinations(candidates), (each, index) => ({
    ...each,
    balance: each.balance?.index ?? null,
    isProven: null,
    score: 0,
    position: index,
  }))
}

export function readAmounts(reading: AmountReading, candidates: Candidates, numbers: Numbers) {
  const decimalsOf = (column: number) => candidates.columnDecimals(column) ?? reading.decimals
  const amounts = amountsOf(numbers, reading.plan, decimalsOf, reading.isReversed)
  if (reading.balance === null) return { amounts, balances: null }
  return { amounts, balances: balanceUnits(numbers, reading.balance, decimalsOf(reading.balance)) }
}

function judge(
  reading: AmountReading,
  candidates: Candidates,
  numbers: Numbers,
  count: number,
): AmountReading | null {
  const { amounts, balances } = readAmounts(reading, candidates, numbers)
  const empty = amounts.filter((amount) => amount === null).length
  if (empty === count) return null
  let score = reading.plan.weight - reading.position / 1e6 - (empty / count) * 10
  if (reading.isReversed !== reading.plan.isReversed) score -= 2
  let isProven: boolean | null = null
  if (balances) {
    const checks = reading.groups.map((group) =>
      checkGroup(
        reading,
        group.filter((index) => index < count),
        amounts,
        balances,
        candidates.days,
      ),
    )
    const opening = count === candidates.lines.length && checks.length === 1 ? candidates.opening : null
    if (opening) checks.push(compareOpening(checks[0]?.opening ?? null, opening(reading.decimals)))
    const steps = checks.reduce((sum, check) => sum + check.steps, 0)
    const good = checks.reduce((sum, check) => sum + check.good, 0)
    const isLabelled = candidates.balances.some(
      ({ index, label }) => index === reading.balance && label !== null,
    )
    isProven = steps === 0 ? null : good === steps
    // Numbers that count the rows look like balances, too.
    const isCounter = !isLabelled && new Set(amounts).size === 1
    if ((!isProven || isCounter) && !isLabelled) return null
    score += isProven ? 40 + Math.min(steps, 5) : steps === 0 ? 1 : 1 + (good / steps) * 12
  } else if (candidates.moved && reading.groups.length === 1 && count === candidates.lines.length) {
    const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)
    isProven = sum === candidates.moved(reading.decimals)
    score += isProven && sum !== 0n ? 35 : 0
  }
  return { ...reading, isProven, score }
}

/** The first balance follows from the opening balance. */
const compareOpening = (found: bigint | null, opening: bigint): BalanceCheck => ({
  steps: found === null ? 0 : 1,
  good: found === opening ? 1 : 0,
  opening,
  closing: null,
})

/** Whether the rows of one account run from new to old. Null if they are all of one day, or in no order. */
export function isNewestFirst(days: readonly string[]): boolean | null {
  const { up, down } = disorderOf(days)
  return up === down ? null : down > up
}

export function checkGroup(
  { isBefore }: Pick<AmountReading, 'isBefore'>,
  group: readonly number[],
  amounts: readonly (bigint | null)[],
  balances: readonly (bigint | null)[],
  days: readonly string[],
): BalanceCheck {
  const own = group.map((index) => days[index] ?? '')
  const running = {
    amounts: group.map((index) => amounts[index] ?? 0n),
    balances: group.map((index) => balances[index] ?? null),
    days: own,
    isNewestFirst: isNewestFirst(own),
  }
  return checkRunning(isBefore ? afterEachBooking(running) : running)
}

/** The balance before a booking is the one after the booking before it. */
function afterEachBooking({ amounts, balances, isNewestFirst: isTurned }: Running): Running {
  const inTime = <Value>(values: readonly Value[]) => (isTurned === true ? values.toReversed() : [...values])
  const moved = [0n, ...inTime(amounts)]
  // Rows of one day stay as they are here: each booking has a day of its own.
  const days = moved.map((_, index) => String(index).padStart(9, '0'))
  return { amounts: moved, balances: [...inTime(balances), null], days, isNewestFirst: false }
}
