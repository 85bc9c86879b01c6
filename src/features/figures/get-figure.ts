import {
  type PageRequest,
  readDateCursor,
  rowsToRead,
  writeDateCursor,
} from '../../platform/db/date-pages.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { Figure, FigureRow, FigureTerm, getFigure as getFigureEndpoint } from './contract.ts'
import { partsOf, termOf } from './figure-parts.ts'
import { figureStatement } from './figure-statement.ts'
import type { Sum } from './money-buckets.ts'
import { type FigureName, averagePerDay, monthlyFigures } from './rules.ts'

interface Answer {
  testMinor: number
  sums: Sum[][]
  rows: FigureRow[]
}

/** Reads a figure and the rows or terms that make it up, from one snapshot. */
export async function getFigure(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
  figure: FigureName,
  query: QueryOf<typeof getFigureEndpoint>,
): Promise<Figure> {
  const month = checkMonth(figure, query.month)
  const request = pageRequest(query.after)
  const today = dateIn(business.timeZone, now())
  const statement = figureStatement(businessId, today, { figure, month, request })
  const [answer] = await queryTenant<Answer>(database, businessId, statement)
  const { sums, rows, testMinor } = answer!
  const terms = partsOf(figure, month, today).map((part, index) => termOf(part, sums[index]!))
  // With connected accounts, the balance comes from them and not from payments and expenses.
  const isFromAccounts = figure === 'cash-balance' && rows.length > 0
  return {
    figure,
    month,
    today,
    testMinor: isFromAccounts ? 0 : testMinor,
    ...compose(figure, terms, rows),
  }
}

function checkMonth(figure: FigureName, month: string | undefined): string | null {
  if (month !== undefined && !monthlyFigures.includes(figure)) {
    const message = 'Only money received, money spent and what is left can be shown by month.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { month: message } })
  }
  return month ?? null
}

function pageRequest(after: string | undefined): PageRequest {
  return after === undefined
    ? { direction: 'first' }
    : { direction: 'after', cursor: readDateCursor('after', after) }
}

function compose(
  figure: FigureName,
  terms: FigureTerm[],
  rows: FigureRow[],
): Pick<Figure, 'minor' | 'count' | 'terms' | 'rows' | 'next'> {
  switch (figure) {
    case 'bank-balance':
    case 'cards-owed':
    case 'largest-expense':
      return { ...sumUp(rows), terms: [], rows, next: null }
    case 'cash-balance':
      return rows.length > 0
        ? { ...sumUp(rows), terms: [], rows, next: null }
        : { ...sumUp(terms), terms, rows, next: null }
    case 'after-cards': {
      const parts = [accountsTerm(rows, 'cash'), accountsTerm(rows, 'credit')]
      return { ...sumUp(parts), terms: parts, rows: [], next: null }
    }
    case 'left-over':
    case 'net':
      return { ...sumUp(terms), terms, rows, next: null }
    case 'average-per-day': {
      const { minor, count } = sumUp(terms)
      return { minor: averagePerDay(minor), count, terms, rows, next: null }
    }
    default: {
      const page = rows.slice(0, rowsToRead - 1)
      return {
        ...sumUp(terms),
        terms: [],
        rows: page,
        next: rows.length > page.length ? cursorAfter(page) : null,
      }
    }
  }
}

function accountsTerm(rows: readonly FigureRow[], holds: 'cash' | 'credit'): FigureTerm {
  const { minor, count } = sumUp(rows.filter((row) => row.kind === 'account' && row.holds === holds))
  return holds === 'cash'
    ? { figure: 'bank-balance', month: null, minor, count }
    : { figure: 'cards-owed', month: null, minor: minor === 0 ? 0 : -minor, count }
}

function sumUp(parts: readonly { minor: number; count?: number }[]): Sum {
  return {
    minor: parts.reduce((sum, { minor }) => sum + minor, 0),
    count: parts.reduce((sum, { count = 1 }) => sum + count, 0),
  }
}

function cursorAfter(page: FigureRow[]): string | null {
  const last = page.at(-1)
  return last && 'date' in last ? writeDateCursor(last) : null
}
