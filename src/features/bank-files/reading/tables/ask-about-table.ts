import { digitsOf, isCurrency } from '../../../../shared/currencies.ts'
import { formatDate } from '../../../../shared/dates.ts'
import type { Choices, DateOrder, FileTransaction, Question } from '../bank-file.ts'
import { countDecimals, type Plan } from './table-amounts.ts'
import { agrees } from './table-balances.ts'
import { type AmountReading, checkGroup, readAmounts } from './table-choice.ts'
import { amountColumns } from './table-currency.ts'
import { transactionsOf } from './table-statements.ts'
import type { TableView } from './table-view.ts'

interface Findings {
  best: AmountReading
  others: AmountReading[]
  /** The orders that the dates may have, the likeliest first. */
  orders: DateOrder[]
  isSignOpen: boolean
}

const sampleSize = 3
const orderTexts: Record<DateOrder, string> = { dmy: 'day first', mdy: 'month first', ymd: 'year first' }

/** Asks what the file leaves open. The first reading of each question is the one that was taken. */
export function askAboutTable(view: TableView, findings: Findings): Question[] {
  const { best, orders } = findings
  const order = orders[0] ?? 'dmy'
  const sampleOf = (reading: AmountReading, own: DateOrder) => sample(view, reading, own)
  const questions: Question[] = []
  if (orders.length > 1) {
    questions.push({
      about: 'dates',
      readings: orders.map((own) =>
        asReading(
          view,
          { dates: own },
          sampleOf(best, own),
          (rows) => `${list(rows, ({ date }) => formatDate(date))} (${orderTexts[own]})`,
        ),
      ),
    })
  }
  const columns = otherColumns(view, findings)
  if (columns.length > 0) {
    questions.push({
      about: 'columns',
      readings: [best, ...columns].map((reading) =>
        asReading(view, { columns: choiceOf(view, reading) }, sampleOf(reading, order), (rows) =>
          list(rows, ({ amount }) => amount),
        ),
      ),
    })
  }
  if (areDecimalsOpen(view, best)) {
    const other = best.decimals === ',' ? '.' : ','
    questions.push({
      about: 'decimals',
      readings: ([best.decimals, other] as const).map((decimals) =>
        asReading(view, { decimals }, sampleOf({ ...best, decimals }, order), (rows) =>
          list(rows, ({ amount }) => amount),
        ),
      ),
    })
  }
  if (findings.isSignOpen) {
    questions.push({
      about: 'sign',
      readings: [best.isReversed, !best.isReversed].map((isReversed) =>
        asReading(
          view,
          { sign: isReversed ? 'reversed' : 'plain' },
          sampleOf({ ...best, isReversed }, order),
          (rows) =>
            list(rows, ({ amount }) => (amount.startsWith('-') ? `${amount.slice(1)} out` : `${amount} in`)),
        ),
      ),
    })
  }
  if (best.isProven === false || isOneAccount(view, best)) questions.push(balanceQuestion(view, best, order))
  return questions
}

function asReading(
  view: TableView,
  choices: Choices,
  rows: FileTransaction[],
  text: (rows: FileTransaction[]) => string,
) {
  return { text: text(rows), choices: { ...view.choices, ...choices }, sample: rows }
}

const list = (rows: FileTransaction[], text: (row: FileTransaction) => string) => rows.map(text).join(', ')

function sample(view: TableView, reading: AmountReading, order: DateOrder): FileTransaction[] {
  const { amounts } = readAmounts(reading, view.candidates, view.numbers)
  const indexes: number[] = []
  for (const [index, amount] of amounts.entries()) {
    if (amount !== null) indexes.push(index)
    if (indexes.length === sampleSize) break
  }
  return transactionsOf(view, reading, order, indexes)
}

/** Only amounts such as 1.234, and nothing that says whether these are thousands. */
function areDecimalsOpen({ candidates, numbers, facts, choices }: TableView, best: AmountReading): boolean {
  if (choices.decimals || candidates.decimals.length < 2 || best.isProven === true) return false
  const counts = amountColumns(best.plan)
    .filter((column) => candidates.columnDecimals(column) === null)
    .map((column) => countDecimals(numbers.cells(column)))
  if (!counts.some(({ unclear }) => unclear > 0)) return false
  // Three decimals would be written at every amount.
  if (counts.some(({ whole }) => whole > 0)) return false
  return facts.currency === null || !isCurrency(facts.currency) || digitsOf(facts.currency) === 3
}

const sameColumns = (a: Plan, b: Plan) => JSON.stringify(a.amount) === JSON.stringify(b.amount)

/** Other columns that may have the amounts just as well. */
function otherColumns(view: TableView, { best, others }: Findings): AmountReading[] {
  if (view.choices.columns || best.isProven === true) return []
  const rival = others.find((reading) => !sameColumns(reading.plan, best.plan) && reading.plan.fee === null)
  if (!rival || best.plan.weight - rival.plan.weight > 1 || best.plan.weight > 15) return []
  const [a, b] = [best, rival].map((reading) => readAmounts(reading, view.candidates, view.numbers).amounts)
  return a?.every((amount, index) => amount === b?.[index]) ? [] : [rival]
}

export function choiceOf(view: TableView, { plan, balance }: AmountReading): NonNullable<Choices['columns']> {
  const date = view.columns.find(
    (column) => column.dates === Math.max(...view.columns.map(({ dates }) => dates)),
  )
  return {
    date: date?.index ?? 0,
    amount: plan.amount,
    description: view.texts.description.slice(0, 20),
    ...(balance === null ? {} : { balance }),
  }
}

/** The balances go on from one currency to the next, so the amounts may be those of one account. */
function isOneAccount({ candidates, numbers, currencies, lines }: TableView, best: AmountReading): boolean {
  if (new Set(currencies).size < 2 || best.isProven === true) return false
  const { amounts, balances } = readAmounts(best, candidates, numbers)
  const all = lines.map((_, index) => index)
  return balances !== null && agrees(checkGroup(best, all, amounts, balances, candidates.days))
}

function balanceQuestion(view: TableView, best: AmountReading, order: DateOrder): Question {
  const text = isOneAccount(view, best)
    ? 'The balances in this file are those of one account, but its transactions have several currencies.'
    : 'The balances in this file do not agree with its transactions. Some may be missing.'
  return { about: 'balance', readings: [{ text, choices: view.choices, sample: sample(view, best, order) }] }
}
