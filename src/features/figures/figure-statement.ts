import type pg from 'pg'
import type { PageRequest } from '../../platform/db/date-pages.ts'
import { type Hold, partsOf, sumsOf, testCentsIn } from './figure-parts.ts'
import { connectedAccounts, datedRows, largestExpense } from './figure-rows.ts'
import { moneyBuckets, moneyValues, testBuckets } from './money-buckets.ts'
import type { FigureName } from './rules.ts'

export interface AskedFigure {
  figure: FigureName
  month: string | null
  place: PageRequest
}

function rowsOf({ figure, month, place }: AskedFigure, hold: Hold): string {
  switch (figure) {
    case 'bank-balance':
    case 'cash-balance':
      return connectedAccounts(['cash'])
    case 'cards-owed':
      return connectedAccounts(['credit'])
    case 'after-cards':
      return connectedAccounts(['cash', 'credit'])
    case 'largest-expense':
      return largestExpense
    case 'left-over':
    case 'net':
    case 'average-per-day':
      return `'[]'::json`
    default:
      return datedRows({ figure, month, place }, hold)
  }
}

/**
 * One for each kind of figure, so that Postgres plans each once; sums and rows in one, so that they agree. Today is
 * among what it answers because not all ask for it, and Postgres wants to know of what type each value is.
 */
export function figureStatement(businessId: string, today: string, asked: AskedFigure): pg.QueryConfig {
  const { figure, month, place } = asked
  const values = moneyValues(businessId, today)
  const hold = (value: string) => `$${values.push(value)}`
  const parts = partsOf(figure, month, today)
  const sums = parts.map((part) => sumsOf(part, hold))
  const tests = parts.map((part) => testCentsIn(part, hold))
  const text = `with ${moneyBuckets}, ${testBuckets} select $2::date as today,
    json_build_array(${sums.join(', ')}) as sums, ${tests.join(' + ') || '0'} as "testCents", ${rowsOf(asked, hold)} as rows`
  const kinds = ['figure', figure, ...(month === null ? [] : ['month']), place.direction]
  return { name: kinds.join('-'), text, values }
}
