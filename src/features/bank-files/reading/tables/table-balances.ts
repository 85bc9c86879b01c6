/** What running balances say about amounts. */
export interface BalanceCheck {
  /** How many balances could be compared, and how many of them agree. */
  steps: number
  good: number
  opening: bigint | null
  closing: bigint | null
}

export const agrees = ({ steps, good }: BalanceCheck) => steps > 0 && good === steps

export interface Running {
  amounts: readonly bigint[]
  balances: readonly (bigint | null)[]
  /** The texts of the dates, to know rows of the same day. */
  days: readonly string[]
  /** Null if all rows have the same date. */
  isNewestFirst: boolean | null
}

/** Compares running balances with amounts, in the order of the rows or in any order. */
export function checkRunning(running: Running): BalanceCheck {
  const turned = reversed(running)
  const checks =
    running.isNewestFirst === null
      ? [inOrder(running), inOrder(turned)]
      : [inOrder(running.isNewestFirst ? turned : running)]
  const best = checks.reduce((a, b) => (b.good > a.good ? b : a))
  if (agrees(best) || best.steps === 0) return best
  const free = inAnyOrder(running)
  if (free) return free
  const daily = byDay(running.isNewestFirst ? turned : running)
  return agrees(daily) ? daily : best
}

function reversed(running: Running): Running {
  return {
    ...running,
    amounts: running.amounts.toReversed(),
    balances: running.balances.toReversed(),
    days: running.days.toReversed(),
  }
}

function inOrder({ amounts, balances }: Running): BalanceCheck {
  const check: BalanceCheck = { steps: 0, good: 0, opening: null, closing: null }
  let sum = 0n
  let isMoved = false
  for (const [index, amount] of amounts.entries()) {
    sum += amount
    isMoved ||= amount !== 0n
    const balance = balances[index] ?? null
    if (balance === null) continue
    if (check.closing === null) check.opening = balance - sum
    else if (isMoved || check.closing + sum !== balance) {
      check.steps += 1
      if (check.closing + sum === balance) check.good += 1
    }
    check.closing = balance
    sum = 0n
    isMoved = false
  }
  // Later rows without a balance move it on.
  if (check.closing !== null) check.closing += sum
  return check
}

/**
 * Banks sort rows of the same day in many ways. Each row leads from one balance to another; if these steps join, all
 * balances but the first and the last occur as a beginning and as an end.
 */
function inAnyOrder({ amounts, balances, isNewestFirst }: Running): BalanceCheck | null {
  const count = new Map<bigint, number>()
  const add = (key: bigint, by: number) => count.set(key, (count.get(key) ?? 0) + by)
  for (const [index, amount] of amounts.entries()) {
    const balance = balances[index] ?? null
    if (balance === null) return null
    add(balance, 1)
    add(balance - amount, -1)
  }
  const ends = [...count].filter(([, times]) => times !== 0)
  if (ends.length > 2 || ends.some(([, times]) => Math.abs(times) > 1)) return null
  const last = (isNewestFirst ? balances[0] : balances.at(-1)) ?? null
  const closing = ends.find(([, times]) => times === 1)?.[0] ?? last
  const opening = ends.find(([, times]) => times === -1)?.[0] ?? last
  const steps = amounts.length - 1
  return { steps, good: steps, opening, closing }
}

/** Each row may have the balance at the end of its day. */
function byDay(running: Running): BalanceCheck {
  const amounts: bigint[] = []
  const balances: (bigint | null)[] = []
  let isDaily = true
  for (const [index, amount] of running.amounts.entries()) {
    const balance = running.balances[index] ?? null
    if (index > 0 && running.days[index] === running.days[index - 1]) {
      const before = balances.length - 1
      amounts[before] = (amounts[before] ?? 0n) + amount
      if (balance !== null && balances[before] !== null && balance !== balances[before]) isDaily = false
      balances[before] ??= balance
    } else {
      amounts.push(amount)
      balances.push(balance)
    }
  }
  return isDaily
    ? inOrder({ ...running, amounts, balances })
    : { steps: 0, good: 0, opening: null, closing: null }
}
