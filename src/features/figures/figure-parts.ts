import type { FigureTerm } from './contract.ts'
import { type Sum, sumOf, testCentsOf } from './money-buckets.ts'
import type { FigureName } from './rules.ts'

/** What is made of rows that have a date. */
export type DatedFigure = 'owed' | 'overdue' | 'received' | 'spent' | 'upcoming'

/** One of those as a part of a figure, added or taken off. */
interface Part {
  figure: DatedFigure
  /** As yyyy-MM; null for all of time. */
  month: string | null
  sign: 1 | -1
}

/** What a figure is reckoned from: itself alone, where it is made of rows. */
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

/** Takes a value and names its place in the statement. */
export type Hold = (value: string) => string

/** What holds for the dates of its rows, and so for the pieces of money that it is summed up from; $2 is today. */
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

/** An expression for the sums of a part, by kind of money. */
export function sumsOf(part: Part, hold: Hold): string {
  const dates = datesOf(part, hold)('starts_on')
  const sums = kinds[part.figure].map(([kind]) => sumOf([`kind = '${kind}'`, ...dates].join(' and ')))
  return `json_build_array(${sums.join(', ')})`
}

/** An expression for what of a part came by test payments. */
export function testCentsIn(part: Part, hold: Hold): string {
  if (part.figure !== 'received') return '0'
  return testCentsOf(datesOf(part, hold)('day').join(' and ') || 'true')
}

export function termOf({ figure, month, sign }: Part, sums: readonly Sum[]): FigureTerm {
  const term = { figure, month, cents: 0, count: 0 }
  for (const [index, [, kindSign]] of kinds[figure].entries()) {
    const { cents, count } = sums[index]!
    term.cents += sign * kindSign * cents
    term.count += count
  }
  return term
}
