import type pg from 'pg'
import type { PageRequest } from '../../platform/db/date-pages.ts'
import { type Hold, partsOf, sumsOf, testCentsIn } from './figure-parts.ts'
import { connectedAccounts, datedRows, largestExpense } from './figure-rows.ts'
import { moneyBuckets, moneyValues, testBuckets } from './money-buckets.ts'
import type { FigureName } from './rules.ts'

export interface FigureRequest {
  figure: FigureName
  month: string | null
  request: PageRequest
}

function rowsOf({ figure, month, request }: FigureRequest, hold: Hold): string {
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
      return datedRows({ figure, month, request }, hold)
  }
}

/**
 * Builds one named statement for each kind of figure, so that Postgres plans each once. Sums and rows come
 * from the same statement, so that they agree. It selects $2 explicitly, because not every figure uses it and
 * Postgres must know the type of each parameter.
 */
export function figureStatement(businessId: string, today: string, options: FigureRequest): pg.QueryConfig {
  const { figure, month, request } = options
  const values = moneyValues(businessId, today)
  const hold = (value: string) => `$${values.push(value)}`
  const parts = partsOf(figure, month, today)
  const sums = parts.map((part) => sumsOf(part, hold))
  const tests = parts.map((part) => testCentsIn(part, hold))
  const text = `with ${moneyBuckets}, ${testBuckets} select $2::date as today,
    json_build_array(${sums.join(', ')}) as sums, ${tests.join(' + ') || '0'} as "testCents", ${rowsOf(options, hold)} as rows`
  const kinds = ['figure', figure, ...(month === null ? [] : ['month']), request.direction]
  return { name: kinds.join('-'), text, values }
}
