import { accounts } from '../../journal/posting-rules.ts'
import type { ReportChart, ReportRow } from '../contract.ts'
import { exactly } from '../entry-filter.ts'
import { readSums } from '../read-sums.ts'
import { type ReportKind, heading, row } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import {
  type ReportMoney,
  addRows,
  allSums,
  moneyCells,
  moneyColumns,
  moneyText,
  openMoney,
  overTime,
  wholeOf,
} from '../report-money.ts'
import {
  expenseAccounts,
  incomeAccounts,
  incomeLabels,
  incomeOrder,
  isOtherIncome,
  otherIncomeLabel,
} from './income-labels.ts'
import { keptText } from './kept-text.ts'

interface Line {
  account: string
  label: string
  values: number[]
}

export const profitAndLoss: ReportKind = {
  hasBasis: true,
  hasBank: true,

  async build(tx, context) {
    const { basis } = context.query
    const selection = {
      accounts: [...incomeAccounts, ...expenseAccounts],
      basis,
      groupBy: 'account',
    } as const
    const sums = await readSums(tx, context, selection)
    const money = await openMoney(tx, context, allSums(sums))
    const { income, expenses } = linesOf(context, money, sums)
    const earned = addRows(
      context,
      income.map(({ values }) => values),
    )
    const spent = addRows(
      context,
      expenses.map(({ values }) => values),
    )
    const kept = earned.map((minor, column) => minor - (spent[column] ?? 0))
    const columns = moneyColumns(context)
    const lineRow = ({ account, label, values }: Line) =>
      row({ key: account, label, cells: moneyCells(context, values) })
    const total = (key: string, label: string, values: number[], kind: ReportRow['kind'] = 'total') =>
      row({ key, label, kind, level: 0, cells: moneyCells(context, values) })
    const isEmpty = income.length === 0 && expenses.length === 0
    return {
      sentence: sentenceOf(context, { earned, spent, kept, expenses }),
      columns,
      rowHeading: 'Income and expenses',
      rows: isEmpty
        ? []
        : [
            heading('heading:income', 'Income', columns.length),
            ...income.map(lineRow),
            total('income', 'Total income', earned),
            heading('heading:expenses', 'Expenses', columns.length),
            ...expenses.map(lineRow),
            total('expenses', 'Total expenses', spent),
            total('kept', wholeOf(context, kept) < 0 ? 'Loss' : 'What you kept', kept, 'result'),
          ],
      chart: isEmpty ? null : chartOf(context, { earned, spent, kept }),
      notes: money.notes(),
    }
  },

  entriesOf(key, { query: { basis } }) {
    switch (key) {
      case 'income':
        return { accounts: incomeAccounts, basis, sign: -1 }
      case 'expenses':
        return { accounts: expenseAccounts, basis, sign: 1 }
      case 'kept':
        return { accounts: [...incomeAccounts, ...expenseAccounts], basis, sign: -1 }
      default:
        if (key === accounts.gain || key.startsWith('income:'))
          return { accounts: [exactly(key)], basis, sign: -1 }
        return key.startsWith('expense:') ? { accounts: [exactly(key)], basis, sign: 1 } : null
    }
  },
}

const isShown = ({ values }: Line) => values.some((value) => value !== 0)

/** The named income first; then other income and expenses, the largest first. */
function linesOf(context: ReportContext, money: ReportMoney, sums: Awaited<ReturnType<typeof readSums>>) {
  const lineOf = (account: string, label: string, sign: 1 | -1): Line => ({
    account,
    label,
    values: money.valuesOf(sums.get(account), sign),
  })
  const largestFirst = (a: Line, b: Line) => wholeOf(context, b.values) - wholeOf(context, a.values)
  const found = [...sums.keys()]
  const named = incomeOrder.filter((account) => sums.has(account))
  const other = found.filter((account) => isOtherIncome(account))
  const spent = found.filter((account) => account.startsWith('expense:'))
  return {
    income: [
      ...named.map((account) => lineOf(account, incomeLabels[context.query.basis][account], -1)),
      ...other.map((account) => lineOf(account, otherIncomeLabel(account), -1)).toSorted(largestFirst),
    ].filter(isShown),
    expenses: spent
      .map((account) => lineOf(account, account.slice('expense:'.length), 1))
      .toSorted(largestFirst)
      .filter(isShown),
  }
}

interface Results {
  earned: number[]
  spent: number[]
  kept: number[]
}

function sentenceOf(context: ReportContext, results: Results & { expenses: Line[] }): string {
  const [earned, spent] = [wholeOf(context, results.earned), wholeOf(context, results.spent)]
  const first = keptText(context, { earned, spent })
  const grown = context.shape === 'compared' ? grewMost(results.expenses) : null
  return grown ? `${first} ${grown.label} grew most, by ${moneyText(context, grown.minor)}.` : first
}

/** The expense that grew most since the period before, if there were any then. */
function grewMost(expenses: Line[]): { label: string; minor: number } | null {
  if (!expenses.some(({ values }) => (values[1] ?? 0) > 0)) return null
  const grown = expenses
    .map(({ label, values }) => ({ label, minor: (values[0] ?? 0) - (values[1] ?? 0) }))
    .toSorted((a, b) => b.minor - a.minor)[0]
  return grown && grown.minor > 0 ? grown : null
}

function chartOf(context: ReportContext, { earned, spent, kept }: Results): ReportChart {
  const { labels, valuesOf } = overTime(context)
  return {
    labels,
    series: [
      { label: 'Income', tone: 'in', kind: 'bar', values: valuesOf(earned) },
      { label: 'Expenses', tone: 'out', kind: 'bar', values: valuesOf(spent) },
      { label: 'Kept', tone: 'net', kind: 'line', values: valuesOf(kept) },
    ],
    isCount: false,
  }
}
