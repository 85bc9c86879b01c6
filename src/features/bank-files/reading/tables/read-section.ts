import type { Choices, ColumnChoice, DateOrder, Question, Statement } from '../bank-file.ts'
import { UnreadableBankFile } from '../unreadable-bank-file.ts'
import { askAboutTable, choiceOf } from './ask-about-table.ts'
import type { Section } from './find-sections.ts'
import { findSign, settlePair } from './settle-signs.ts'
import { bookedRows, type DatedLine, sortRows, type SortedRows } from './sort-rows.ts'
import { countDecimals, createNumbers, type Numbers } from './table-amounts.ts'
import { type AmountReading, type Candidates, chooseReading } from './table-choice.ts'
import {
  type Column,
  findAccountColumn,
  findCurrencyColumn,
  findDateColumn,
  hasRole,
  isCardColumn,
  isCurrencyColumn,
  isDateColumn,
  isNumberColumn,
  profileColumns,
} from './table-columns.ts'
import { amountColumns, currenciesOf, currencyInCells, currencyOfHeader } from './table-currency.ts'
import { findDateOrders } from './table-date-order.ts'
import type { DateCell } from './table-dates.ts'
import { readFacts, type TableFacts } from './table-facts.ts'
import { type Decimals, type NumberCell, unitsOf } from './table-numbers.ts'
import { chosenPlan, listBalanceColumns, listPlans } from './table-plans.ts'
import { makeStatements } from './table-statements.ts'
import { findTextColumns } from './table-texts.ts'
import type { TableView } from './table-view.ts'

interface Read {
  statements: Statement[]
  questions: Question[]
  /** The balances say that it is right. */
  isProven: boolean
  /** The columns that were taken. */
  found: ColumnChoice
}

export function readSection(
  section: Section,
  readDate: (text: string) => DateCell | null,
  choices: Choices,
  home?: string,
): Read {
  const columns = profileColumns(section, readDate)
  const dateColumn = choices.columns
    ? columns[choices.columns.date]
    : findDateColumn(columns, bookedRows(section, columns))
  if (!dateColumn) throw new UnreadableBankFile('This table has no column with dates.')
  const sorted = sortRows(section, columns, dateColumn.index, readDate)
  const read = (lines: DatedLine[]) =>
    readLines(section, columns, dateColumn, { ...sorted, lines }, readDate, choices, home)
  const all = read(sorted.lines)
  if (all.isProven) return all
  const [summary, ...bookings] = sorted.lines
  if (summary && !section.header && bookings.length > 1) {
    // The first line may sum up the account in the columns of the bookings, if the balances say so.
    const notes = [...sorted.notes, summary.cells]
    const rest = readLines(
      section,
      columns,
      dateColumn,
      { ...sorted, lines: bookings, notes },
      readDate,
      choices,
      home,
    )
    if (rest.isProven) return rest
  }
  if (sorted.lines.every(({ isUndated }) => !isUndated)) return all
  // Rows without a date are bookings of the day above, unless the balances say otherwise.
  const dated = read(sorted.lines.filter(({ isUndated }) => !isUndated))
  return dated.isProven ? dated : all
}

function readLines(
  section: Section,
  columns: Column[],
  dateColumn: Column,
  sorted: SortedRows,
  readDate: (text: string) => DateCell | null,
  choices: Choices,
  home?: string,
): Read {
  const { lines } = sorted
  if (lines.length === 0) throw new UnreadableBankFile('This table has no transactions that are booked.')
  const written = readFacts([...section.above.map((row) => row.cells), ...sorted.notes])
  const facts = {
    ...written,
    opening: sorted.opening ?? written.opening,
    closing: sorted.closing ?? written.closing,
  }
  const numbers = createNumbers(lines)
  const guesses = guessDecimals(columns, numbers, choices)
  const hasDollars = () =>
    facts.currency === 'USD' ||
    columns.some(({ header }) => /usd|\$/i.test(header)) ||
    lines.some((line) => line.cells.some((cell) => cell.includes('$'))) ||
    // Where the file names no currency, that of the business is likely.
    (home === 'USD' && facts.currency === null && !namesOther(columns, lines))
  const orders = choices.dates
    ? [choices.dates]
    : findDateOrders({
        dates: lines.map(({ date }) => date),
        others: () =>
          columns
            .filter(
              (column) => isDateColumn(column) && column !== dateColumn && !hasRole(column, 'otherDate'),
            )
            .map(({ index }) => lines.map((line) => readDate(line.cells[index] ?? ''))),
        notes: [...facts.dates, ...sorted.dates],
        decimals: guesses.table.length === 1 ? (guesses.table[0] ?? null) : null,
        hasDollars,
      })
  const order = orders[0] ?? 'dmy'
  const plans = choices.columns
    ? chosenPlan(choices.columns, columns, lines.length)
    : listPlans(columns, numbers, lines.length)
  const [likely] = plans
  if (!likely) throw new UnreadableBankFile('This table has no column with amounts.')
  const ofHeader = currencyOfHeader(likely, columns)
  const account = findAccountColumn(columns, lines)
  const currency =
    ofHeader === null ? findCurrencyColumn(columns, amountColumns(likely)[0] ?? 0, lines.length) : null
  const currencies = ofHeader === null ? currenciesOf(lines, numbers, likely, currency) : lines.map(() => '')
  const candidates: Candidates = {
    lines,
    numbers,
    days: lines.map(({ date }) => date[order] ?? ''),
    plans,
    balances: balanceColumns(columns, numbers, choices),
    columnDecimals: guesses.ofColumn,
    decimals: guesses.table,
    groupings: listGroupings(lines, account, currencies),
    moved: movedBetween(facts),
    opening: facts.opening && ((decimals) => signedUnitsOf(facts.opening, decimals)),
    choices,
  }
  const chosen = chooseReading(candidates)
  if (!chosen) throw new UnreadableBankFile('This table has no column with amounts.')
  const used = new Set([
    ...amountColumns(chosen.best.plan),
    chosen.best.plan.side ?? -1,
    chosen.best.balance ?? -1,
  ])
  const texts = findTextColumns(columns, lines, choices.columns?.description ?? null, used)
  facts.currency = ofHeader ?? facts.currency
  facts.currency ??=
    amountColumns(chosen.best.plan)
      .map((index) => currencyInCells(numbers.cells(index)))
      .find((code) => code !== null) ?? null
  facts.isCard ||= columns.some((column) => isCardColumn(column) && column.filled >= lines.length * 0.95)
  const view: TableView = { columns, lines, numbers, facts, texts, candidates, account, currencies, choices }
  refuseWrongDates(lines, order)
  refuseUnreadableAmounts(view, chosen.best)
  const settled = settlePair(view, chosen)
  const sign = findSign(view, settled.best)
  const best = { ...settled.best, isReversed: sign.isReversed }
  return {
    statements: makeStatements(view, best, order),
    isProven: best.isProven === true,
    found: { ...choiceOf(view, best), date: dateColumn.index },
    questions: askAboutTable(view, { best, others: settled.others, orders, isSignOpen: sign.isOpen }),
  }
}

/** Whether the rows name another currency than dollars. */
const namesOther = (columns: Column[], lines: DatedLine[]) =>
  columns.some(
    (column) =>
      isCurrencyColumn(column) && lines.some(({ cells }) => !['', 'USD'].includes(cells[column.index] ?? '')),
  ) || lines.some(({ cells }) => cells.some((cell) => /[€£]/.test(cell)))

/** The sign of decimals for each column, and what it may be where no column shows it. */
function guessDecimals(
  columns: Column[],
  numbers: Numbers,
  choices: Choices,
): { table: Decimals[]; ofColumn: (column: number) => Decimals | null } {
  const counts = new Map(
    columns.filter(isNumberColumn).map(({ index }) => [index, countDecimals(numbers.cells(index))] as const),
  )
  const sum = (key: Decimals | 'unclear') =>
    [...counts.values()].reduce((total, count) => total + count[key], 0)
  const chosen = choices.decimals
  const ofColumn = (column: number): Decimals | null => {
    if (chosen) return chosen
    const count = counts.get(column)
    if (!count || count[','] === count['.']) return null
    return count[','] > count['.'] ? ',' : '.'
  }
  if (chosen) return { table: [chosen], ofColumn }
  if (sum(',') !== sum('.')) return { table: [sum(',') > sum('.') ? ',' : '.'], ofColumn }
  if (sum('unclear') === 0) return { table: ['.'], ofColumn }
  // Amounts such as 1.234 only: thousands are likelier than three decimals.
  const first = columns
    .filter(isNumberColumn)
    .flatMap(({ index }) => numbers.cells(index))
    .find((cell) => cell && cell.comma !== null && cell.dot !== null && cell.comma !== cell.dot)
  return { table: first?.comma?.includes('.') ? ['.', ','] : [',', '.'], ofColumn }
}

function balanceColumns(columns: Column[], numbers: Numbers, choices: Choices): Column[] {
  if (choices.columns) return columns.filter(({ index }) => index === choices.columns?.balance)
  return listBalanceColumns(columns).filter(({ index, filled, distinct }) => {
    // The same balance in every row is that of today.
    const isConstant = distinct === 1 && filled > 2
    return !isConstant || numbers.cells(index).every((cell) => cell === null)
  })
}

/** By account and currency, or by currency alone where the accounts may be those of others. */
function listGroupings(lines: DatedLine[], account: Column | null, currencies: string[]): number[][][] {
  const accounts = account && account.distinct > 1 ? [account.index, null] : [null]
  return accounts.map((column) => {
    const groups = new Map<string, number[]>()
    for (const [index, line] of lines.entries()) {
      const name = `${currencies[index] ?? ''}\n${column === null ? '' : (line.cells[column] ?? '')}`
      const group = groups.get(name)
      if (group) group.push(index)
      else groups.set(name, [index])
    }
    return [...groups.values()]
  })
}

const signedUnitsOf = (cell: NumberCell | null, decimals: Decimals) =>
  cell ? (cell.sign === -1 || cell.side === 'D' ? -1n : 1n) * unitsOf(cell, decimals) : 0n

function movedBetween({ opening, closing }: TableFacts): Candidates['moved'] {
  if (!opening || !closing) return null
  return (decimals) => signedUnitsOf(closing, decimals) - signedUnitsOf(opening, decimals)
}

function refuseWrongDates(lines: DatedLine[], order: DateOrder): void {
  const wrong = lines.find(({ date }) => date[order] === null)
  if (wrong)
    throw new UnreadableBankFile(`Row ${wrong.row} has a date that does not exist or has another form.`)
}

/** Otherwise a row with an unreadable amount would be lost. */
function refuseUnreadableAmounts({ lines, numbers }: TableView, { plan }: AmountReading): void {
  const columns = amountColumns(plan)
  for (const [index, line] of lines.entries()) {
    for (const column of columns) {
      const text = line.cells[column] ?? ''
      if (numbers.cells(column)[index] === null && /\d/.test(text))
        throw new UnreadableBankFile(
          `Row ${line.row} has an amount that cannot be read: “${text.slice(0, 40)}”.`,
        )
    }
  }
}
