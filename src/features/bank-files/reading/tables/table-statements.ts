import type { DateOrder, FileTransaction, Statement } from '../bank-file.ts'
import { reconciles } from '../check-balances.ts'
import { printDecimal } from '../decimal-rules.ts'
import { digitsIn } from './table-amounts.ts'
import { agrees } from './table-balances.ts'
import { type AmountReading, checkGroup, isNewestFirst, readAmounts } from './table-choice.ts'
import { isCardColumn } from './table-columns.ts'
import { amountColumns, sharedSign } from './table-currency.ts'
import { type NumberCell, scaledUnits, unitsOf } from './table-numbers.ts'
import { speaksOfCard } from './table-phrases.ts'
import { textsOf } from './table-texts.ts'
import type { TableView } from './table-view.ts'

/** The statements of a table: one for each account and currency, from old to new. */
export function makeStatements(view: TableView, reading: AmountReading, order: DateOrder): Statement[] {
  const { amounts, balances } = readAmounts(reading, view.candidates, view.numbers)
  const digits = digitsOfTable(view, reading)
  const money = (units: bigint) => printDecimal(scaledUnits(units, digits))
  const days = view.lines.map(({ date }) => date[order] ?? '')
  return reading.groups.map((group) => {
    const booked = group.filter((index) => amounts[index] !== null)
    const sorted = isNewestFirst(group.map((index) => days[index] ?? '')) ? booked.toReversed() : booked
    const base = { ...headOf(view, group), transactions: transactionsOf(view, reading, order, sorted) }
    if (!balances) return withWrittenBalances(view, reading, base, order)
    const check = checkGroup(reading, group, amounts, balances, days)
    return {
      ...base,
      openingBalance: check.opening === null ? null : money(check.opening),
      closingBalance: check.closing === null ? null : money(check.closing),
      closingDate: null,
      reconciles: reading.groups.length === 1 ? reading.isProven : check.steps === 0 ? null : agrees(check),
    }
  })
}

/** Without running balances, those that are written around the table count. */
function withWrittenBalances(
  { facts, candidates }: TableView,
  reading: AmountReading,
  base: Omit<Statement, 'openingBalance' | 'closingBalance' | 'closingDate' | 'reconciles'>,
  order: DateOrder,
): Statement {
  const isOnly = reading.groups.length === 1
  const decimals = candidates.choices.decimals ?? reading.decimals
  const value = (cell: NumberCell | null) => {
    if (!cell || !isOnly) return null
    const units = unitsOf(cell, decimals)
    return printDecimal(
      scaledUnits(cell.sign === -1 || cell.side === 'D' ? -units : units, digitsIn([cell], decimals)),
    )
  }
  const statement = {
    ...base,
    openingBalance: value(facts.opening),
    closingBalance: value(facts.closing),
    closingDate: (isOnly && facts.closing && facts.closingDate?.[order]) || null,
  }
  return { ...statement, reconciles: reconciles(statement) }
}

function headOf(
  view: TableView,
  group: number[],
): Pick<Statement, 'account' | 'bankName' | 'currency' | 'kind'> {
  const first = view.lines[group[0] ?? 0]
  const cell = (index: number | undefined) => (index === undefined ? '' : (first?.cells[index] ?? ''))
  const card = view.columns.find((column) => isCardColumn(column) && column.distinct === 1)
  const currency = view.currencies[group[0] ?? 0] ?? ''
  const account = cell(view.account?.index) || view.facts.account || cell(card?.index) || null
  return {
    account,
    bankName: view.facts.bankName,
    currency: currency === sharedSign ? null : currency || view.facts.currency,
    kind: view.facts.isCard || (account !== null && speaksOfCard(account)) ? 'credit' : 'cash',
  }
}

/** The decimals of all amounts of the table: the most that one of them has. */
function digitsOfTable(
  { numbers, candidates }: TableView,
  { plan, balance, decimals }: AmountReading,
): number {
  const columns = [
    ...amountColumns(plan),
    ...(plan.fee === null ? [] : [plan.fee]),
    ...(balance === null ? [] : [balance]),
  ]
  return Math.max(
    ...columns.map((column) =>
      digitsIn(numbers.cells(column), candidates.columnDecimals(column) ?? decimals),
    ),
  )
}

export function transactionsOf(
  view: TableView,
  reading: AmountReading,
  order: DateOrder,
  indexes: readonly number[],
): FileTransaction[] {
  const { amounts } = readAmounts(reading, view.candidates, view.numbers)
  const digits = digitsOfTable(view, reading)
  return indexes.flatMap((index) => {
    const line = view.lines[index]
    const amount = amounts[index] ?? null
    if (!line || amount === null) return []
    return [
      {
        date: line.date[order] ?? '',
        amount: printDecimal(scaledUnits(amount, digits)),
        ...textsOf(line, view.texts, amount < 0n),
      },
    ]
  })
}
