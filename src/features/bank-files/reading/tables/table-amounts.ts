import {
  type Decimals,
  decimalsOf,
  fractionOf,
  type NumberCell,
  numberCell,
  type Side,
  unitsOf,
} from './table-numbers.ts'
import { sideOf } from './table-phrases.ts'

/** One row with a date that may be a booking. */
export interface Line {
  cells: string[]
  row: number
}

/** How the amounts of a table are written. */
export interface Plan {
  amount: number | { in: number; out: number }
  /** The column that says whether money went out. */
  side: number | null
  /** A column whose amounts are taken off in addition. */
  fee: number | null
  /** The label says so much of it that the sign needs no other evidence. */
  isReversed: boolean
  /** How likely it is from labels alone. */
  weight: number
}

/** The numbers of a table by column, read once for each sign of decimals. */
export interface Numbers {
  cells: (column: number) => (NumberCell | null)[]
  /** With their signs. Null where the cell is empty. */
  units: (column: number, decimals: Decimals) => (bigint | null)[]
  sides: (column: number) => (Side | null)[]
}

function remember<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}

export function createNumbers(lines: readonly Line[]): Numbers {
  const cells = new Map<number, (NumberCell | null)[]>()
  const units = new Map<string, (bigint | null)[]>()
  const sides = new Map<number, (Side | null)[]>()
  const sideOfText = new Map<string, Side | null>()
  const sideIn = (text: string) => remember(sideOfText, text, () => sideOf(text))

  const numbers: Numbers = {
    cells: (column) =>
      remember(cells, column, () => lines.map((line) => numberCell(line.cells[column] ?? ''))),
    units: (column, decimals) =>
      remember(units, `${column}${decimals}`, () => signedUnits(numbers.cells(column), decimals)),
    sides: (column) => remember(sides, column, () => lines.map((line) => sideIn(line.cells[column] ?? ''))),
  }
  return numbers
}

function signedUnits(cells: (NumberCell | null)[], decimals: Decimals): (bigint | null)[] {
  const used = new Set(cells.map((cell) => cell?.side ?? null))
  // Where only one side is marked, the rest is the other one.
  const unmarked: Side | null = used.has('C') === used.has('D') ? null : used.has('C') ? 'D' : 'C'
  return cells.map((cell) => {
    if (!cell) return null
    const value = unitsOf(cell, decimals)
    return cell.sign === -1 || (cell.side ?? unmarked) === 'D' ? -value : value
  })
}

/** Balances without a mark are in credit. */
export function balanceUnits(numbers: Numbers, column: number, decimals: Decimals): (bigint | null)[] {
  return numbers
    .cells(column)
    .map((cell) =>
      cell
        ? cell.sign === -1 || cell.side === 'D'
          ? -unitsOf(cell, decimals)
          : unitsOf(cell, decimals)
        : null,
    )
}

/** The amounts of all lines. Null where the line has no amount. */
export function amountsOf(
  numbers: Numbers,
  plan: Plan,
  decimals: (column: number) => Decimals,
  isReversed: boolean,
): (bigint | null)[] {
  const turn = isReversed === plan.isReversed ? 1n : -1n
  const amounts = plainAmounts(numbers, plan, decimals)
  if (plan.fee === null) return turn === 1n ? amounts : amounts.map((amount) => amount && -amount)
  const fees = numbers.units(plan.fee, decimals(plan.fee))
  return amounts.map((amount, index) => {
    const fee = fees[index] ?? 0n
    return amount === null ? null : turn * amount - (fee < 0n ? -fee : fee)
  })
}

function plainAmounts(
  numbers: Numbers,
  plan: Plan,
  decimals: (column: number) => Decimals,
): (bigint | null)[] {
  if (typeof plan.amount === 'object') {
    const ins = asPositive(numbers.units(plan.amount.in, decimals(plan.amount.in)))
    const outs = asPositive(numbers.units(plan.amount.out, decimals(plan.amount.out)))
    return ins.map((came, index) => {
      const went = outs[index] ?? null
      return came === null && went === null ? null : (came ?? 0n) - (went ?? 0n)
    })
  }
  const amounts = numbers.units(plan.amount, decimals(plan.amount))
  if (plan.side === null) return plan.isReversed ? amounts.map((amount) => amount && -amount) : amounts
  const sides = numbers.sides(plan.side)
  return amounts.map((amount, index) => (amount !== null && sides[index] === 'D' ? -amount : amount))
}

/** What a column of one side means: its minority of signs are reversals. */
function asPositive(values: (bigint | null)[]): (bigint | null)[] {
  let negative = 0
  let positive = 0
  for (const value of values) {
    if (value === null || value === 0n) continue
    if (value < 0n) negative += 1
    else positive += 1
  }
  return negative > positive ? values.map((value) => value && -value) : values
}

/** How many amounts of a column show which sign separates decimals. */
export function countDecimals(cells: (NumberCell | null)[]): {
  ',': number
  '.': number
  unclear: number
  whole: number
} {
  const counts = { ',': 0, '.': 0, unclear: 0, whole: 0 }
  for (const cell of cells) {
    if (!cell) continue
    counts[decimalsOf(cell) ?? 'whole'] += 1
  }
  return counts
}

/** The largest number of decimals in a column. */
export function digitsIn(cells: (NumberCell | null)[], decimals: Decimals): number {
  return cells.reduce((digits, cell) => (cell ? Math.max(digits, fractionOf(cell, decimals)) : digits), 0)
}
