import type { Currency } from '../../shared/currencies.ts'
import type { FigureTerm } from './contract.ts'
import { sumsOf, testSumsOf } from './money-buckets.ts'
import type { FigureName } from './rules.ts'
import { type CurrencySum, type Rate, negated, toSum } from './sum-rules.ts'

/** Figures that are made up of rows with a date. */
export type DatedFigure = 'owed' | 'overdue' | 'received' | 'spent' | 'upcoming' | 'exchange-gains'

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
  'exchange-gains': [['gained', 1]],
} as const satisfies Record<DatedFigure, readonly (readonly [kind: string, sign: 1 | -1])[]>

/** Returns an SQL expression for the sums of a part, by kind of money and then by currency. */
export function sumsOfPart(part: Part, hold: Hold): string {
  const dates = datesOf(part, hold)('starts_on')
  const sums = kinds[part.figure].map(([kind]) => sumsOf([`kind = '${kind}'`, ...dates].join(' and ')))
  return `json_build_array(${sums.join(', ')})`
}

/** Returns an SQL expression for the test payments within a part, by currency. */
export function testSumsIn(part: Part, hold: Hold): string {
  if (part.figure !== 'received') return `'[]'::json`
  return testSumsOf(datesOf(part, hold)('day').join(' and ') || 'true')
}

interface Conversion {
  home: Currency
  rates: readonly Rate[]
}

/** `sums` are by kind of money and then by currency. The money of all kinds is converted together. */
export function termOf(
  { figure, month, sign }: Part,
  sums: readonly (readonly CurrencySum[])[],
  { home, rates }: Conversion,
): FigureTerm {
  const money = kinds[figure].flatMap(([, kindSign], index) =>
    sign * kindSign === 1 ? sums[index]! : negated(sums[index]!),
  )
  return { figure, month, ...toSum(home, money, rates) }
}
