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
  const free = inAnyOrder(running.isNewestFirst === true ? turned : running)
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
 * Banks sort rows of the same day in many ways. Each row leads from one balance to another, so the rows of a day have to
 * join to one path, which begins where the day before has ended. Where that fails, as with balances in the order of other
 * dates, all rows may be one path that does not run back in time.
 */
function inAnyOrder(running: Running): BalanceCheck | null {
  const { amounts, balances, days } = running
  const indexes = amounts.map((_, index) => index)
  const steps = indexes.flatMap((index): Step[] => {
    const balance = balances[index] ?? null
    return balance === null ? [] : [{ from: balance - (amounts[index] ?? 0n), to: balance }]
  })
  const moved = amounts.filter((amount) => amount !== 0n).length - 1
  if (steps.length < amounts.length || moved < 1) return null
  const ends = pathOfDays(steps, days) ?? joinSteps(steps, steps.at(-1)?.to ?? 0n)
  if (!ends) return null
  const first = steps.findIndex(({ from }) => from === ends.from)
  const last = steps.findLastIndex(({ to }) => to === ends.to)
  if ((days[first] ?? '') > (days[last] ?? '')) return null
  return { steps: moved, good: moved, opening: ends.from, closing: ends.to }
}

function pathOfDays(steps: readonly Step[], days: readonly string[]): Step | null {
  let path = null as Step | null
  for (let start = 0; start < steps.length;) {
    let end = start + 1
    while (end < steps.length && days[end] === days[start]) end += 1
    const own = steps.slice(start, end)
    const ends = joinSteps(own, path?.to ?? own.at(-1)?.to ?? 0n)
    if (!ends || (path && ends.from !== path.to)) return null
    path = { from: path?.from ?? ends.from, to: ends.to }
    start = end
  }
  return path
}

interface Step {
  from: bigint
  to: bigint
}

/** The ends of the one path that takes all steps. A path that ends where it began may do so at a balance that is given. */
function joinSteps(steps: readonly Step[], given: bigint): Step | null {
  const count = new Map<bigint, number>()
  const neighbours = new Map<bigint, bigint[]>()
  const link = (from: bigint, to: bigint, by: number) => {
    count.set(from, (count.get(from) ?? 0) + by)
    const known = neighbours.get(from)
    if (known) known.push(to)
    else neighbours.set(from, [to])
  }
  for (const { from, to } of steps) {
    link(from, to, -1)
    link(to, from, 1)
  }
  const ends = [...count].filter(([, times]) => times !== 0)
  if (ends.length > 2 || ends.some(([, times]) => Math.abs(times) > 1)) return null
  const first = steps[0]?.from ?? given
  const reached = new Set([first])
  for (const balance of reached) for (const next of neighbours.get(balance) ?? []) reached.add(next)
  if (reached.size < count.size) return null
  if (ends.length === 0) return reached.has(given) ? { from: given, to: given } : null
  const endOf = (times: number) => ends.find((end) => end[1] === times)?.[0] ?? given
  return { from: endOf(-1), to: endOf(1) }
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
