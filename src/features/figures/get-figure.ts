import {
  type PageRequest,
  readDateCursor,
  rowsToRead,
  writeDateCursor,
} from '../../platform/db/date-pages.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { Currency } from '../../shared/currencies.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { Figure, FigureTerm, Sum, getFigure as getFigureEndpoint } from './contract.ts'
import { type StoredRow, countedMoney, toFigureRow } from './convert-rows.ts'
import { readLatestRates } from './convert-sums.ts'
import { partsOf, termOf } from './figure-parts.ts'
import { figureStatement } from './figure-statement.ts'
import { pickLargest } from './largest-expense.ts'
import { type FigureName, monthlyFigures } from './rules.ts'
import { type CurrencySum, type Rate, addSums, averageOf, minus, notConvertedIn, toSum } from './sum-rules.ts'

interface Answer {
  /** By part of the figure, by kind of money and by currency. */
  sums: CurrencySum[][][]
  /** By part and by currency. */
  tests: CurrencySum[][]
  rows: StoredRow[]
}

interface Conversion {
  home: Currency
  rates: readonly Rate[]
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
  const home = business.currency
  const statement = figureStatement(businessId, today, { figure, month, request })
  const [answer] = await queryTenant<Answer & Record<string, unknown>>(database, businessId, statement)
  const { sums, rows, tests } = answer!
  const rates = await readLatestRates(database, { businessId, home, today }, [
    ...sums.flat(2).map(({ currency }) => currency),
    ...tests.flat().map(({ currency }) => currency),
    ...rows.map((row) => countedMoney(row, home).currency),
  ])
  const conversion = { home, rates }
  const terms = partsOf(figure, month, today).map((part, index) => termOf(part, sums[index]!, conversion))
  // With connected accounts, the balance comes from them and not from payments and expenses.
  const isFromAccounts = figure === 'cash-balance' && rows.length > 0
  return {
    figure,
    month,
    today,
    currency: home,
    testMinor: isFromAccounts ? 0 : toSum(home, tests.flat(), rates).minor,
    ...compose(figure, terms, rows, conversion),
  }
}

function checkMonth(figure: FigureName, month: string | undefined): string | null {
  if (month !== undefined && !monthlyFigures.includes(figure)) {
    const message = 'Only money received, money spent, what is left and exchange gains can be shown by month.'
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
  stored: StoredRow[],
  conversion: Conversion,
): Sum & Pick<Figure, 'terms' | 'rows' | 'next'> {
  const rowsOf = (of: readonly StoredRow[]) => of.map((row) => toFigureRow(row, conversion))
  const fromRows = (of: readonly StoredRow[]) => ({
    ...sumOfRows(of, conversion),
    terms: [],
    rows: rowsOf(of),
    next: null,
  })
  switch (figure) {
    case 'bank-balance':
    case 'cards-owed':
      return fromRows(stored)
    case 'largest-expense': {
      const expenses = stored.filter((row) => row.kind === 'expense')
      const largest = pickLargest(expenses, (row) => countedMoney(row, conversion.home), conversion)
      if (!largest) return fromRows([])
      const shown = fromRows([largest])
      const rest = sumOfRows(
        expenses.filter((row) => row !== largest),
        conversion,
      )
      return { ...shown, other: addSums([shown, { ...rest, other: notConvertedIn(rest) }]).other }
    }
    case 'cash-balance':
      return stored.length > 0 ? fromRows(stored) : fromTerms(terms)
    case 'after-cards':
      return fromTerms([accountsTerm(stored, 'cash', conversion), accountsTerm(stored, 'credit', conversion)])
    case 'left-over':
    case 'net':
      return fromTerms(terms)
    case 'average-per-day':
      return { ...fromTerms(terms), ...averageOf(addSums(terms)) }
    default: {
      const page = stored.slice(0, rowsToRead - 1)
      return {
        ...addSums(terms),
        terms: [],
        rows: rowsOf(page),
        next: stored.length > page.length ? cursorAfter(page) : null,
      }
    }
  }
}

function fromTerms(terms: FigureTerm[]) {
  return { ...addSums(terms), terms, rows: [], next: null }
}

function sumOfRows(rows: readonly StoredRow[], { home, rates }: Conversion): Sum {
  return toSum(
    home,
    rows.map((row) => countedMoney(row, home)),
    rates,
  )
}

function accountsTerm(
  rows: readonly StoredRow[],
  holds: 'cash' | 'credit',
  conversion: Conversion,
): FigureTerm {
  const sum = sumOfRows(
    rows.filter((row) => row.kind === 'account' && row.holds === holds),
    conversion,
  )
  return holds === 'cash'
    ? { figure: 'bank-balance', month: null, ...sum }
    : { figure: 'cards-owed', month: null, ...minus(sum) }
}

function cursorAfter(page: StoredRow[]): string | null {
  const last = page.at(-1)
  return last && 'date' in last ? writeDateCursor(last) : null
}
