import type { FigureTerm } from './contract.ts'
import { type Sum, sumOf, testMinorOf } from './money-buckets.ts'
import type { FigureName } from './rules.ts'

/** Figures that are made up of rows with a date. */
export type DatedFigure = 'owed' | 'overdue' | 'received' | 'spent' | 'upcoming'

/** A dated figure that is added to or subtracted from another figure. */
interface Part {
  figure: DatedFigure
  /** yyyy-MM; null for all time. */
  month: string | null
  sign: 1 | -1
}

/** Returns the dated figures that a figure is calculated from. A dated figure is its own only part. */
export function partsOf(figure: FigureName, month: string | null, today: string): Part[] {
  const thisMonth = today.slice(0, 7)
  switch (figure) {
    case 'bank-balance':
    case 'cards-owed':
    case 'after-cards':
    case 'largest-expense':
      return []
    case 'cash-balance':
      return [
        { figure: 'received', month: null, sign: 1 },
        { figure: 'spent', month: null, sign: -1 },
      ]
    case 'left-over':
      return [
        { figure: 'received', month: month ?? thisMonth, sign: 1 },
        { figure: 'spent', month: month ?? thisMonth, sign: -1 },
      ]
    case 'net':
      return [
        { figure: 'owed', month: null, sign: 1 },
        { figure: 'spent', month: thisMonth, sign: -1 },
      ]
    case 'average-per-day':
      return [{ figure: 'spent', month: thisMonth, sign: 1 }]
    default:
      return [{ figure, month, sign: 1 }]
  }
}

/** Adds a parameter value and returns its placeholder, such as `$5`. */
export type Hold = (value: string) => string

/** The conditions on a date column, of a part's rows as well as its buckets. $2 is today. */
export function datesOf(
  { figure, month }: Pick<Part, 'figure' | 'month'>,
  hold: Hold,
): (date: string) => string[] {
  if (month !== null) {
    const first = `${hold(`${month}-01`)}::date`
    return (date) => [`${date} >= ${first}`, `${date} < (${first} + interval '1 month')::date`]
  }
  switch (figure) {
    case 'overdue':
      return (date) => [`${date} < $2::date`]
    case 'spent':
      return (date) => [`${date} <= $2::date`]
    case 'upcoming':
      return (date) => [`${date} > $2::date`]
    default:
      return () => []
  }
}

const kinds = {
  owed: [['owed', 1]],
  overdue: [['owed', 1]],
  received: [
    ['received', 1],
    ['refunded', -1],
  ],
  spent: [['spent', 1]],
  upcoming: [['spent', 1]],
} as const satisfies Record<DatedFigure, readonly (readonly [kind: string, sign: 1 | -1])[]>

/** Returns an SQL expression for the sums of a part, by kind of money. */
export function sumsOf(part: Part, hold: Hold): string {
  const dates = datesOf(part, hold)('starts_on')
  const sums = kinds[part.figure].map(([kind]) => sumOf([`kind = '${kind}'`, ...dates].join(' and ')))
  return `json_build_array(${sums.join(', ')})`
}

/** Returns an SQL expression for the test payments within a part. */
export function testMinorIn(part: Part, hold: Hold): string {
  if (part.figure !== 'received') return '0'
  return testMinorOf(datesOf(part, hold)('day').join(' and ') || 'true')
}

export function termOf({ figure, month, sign }: Part, sums: readonly Sum[]): FigureTerm {
  const term = { figure, month, minor: 0, count: 0 }
  for (const [index, [, kindSign]] of kinds[figure].entries()) {
    const { minor, count } = sums[index]!
    term.minor += sign * kindSign * minor
    term.count += count
  }
  return term
}
