import { type Currency, digitsOf } from '../../../shared/currencies.ts'
import { formatDate } from '../../../shared/dates.ts'
import { createDateReader, dateOrders } from '../../bank-files/reading/tables/table-dates.ts'
import { decimalsOf, numberCell } from '../../bank-files/reading/tables/table-numbers.ts'
import type { AnyField } from '../rules.ts'
import type { Choices, Columns, DateOrder, Facts, Question } from './data-file.ts'

const dateFields: readonly AnyField[] = ['issueDate', 'dueDate', 'paidDate', 'date']
const numberFields: readonly AnyField[] = [
  'quantity', 'price', 'lineNet', 'lineTotal', 'taxAmount', 'tax2Amount', 'subtotal', 'discount', 'totalTax', 'total', 'paid',
  'balance', 'amount', 'tax',
] // prettier-ignore

/** Reads the dates and numbers of a file in the way that all of its rows have in common. */
export interface Values {
  /** Null if the text is no date. */
  date(text: string): string | null
  /** A plain decimal such as "-1234.5". Null if the text is no number. */
  number(text: string): string | null
  questions: Question[]
}

export function readValues(rows: string[][], columns: Columns, choices: Choices, facts: Facts): Values {
  const dateCell = createDateReader()
  const textsOf = (fields: readonly AnyField[]) =>
    fields.flatMap((field) => {
      const at = columns[field]
      return at === undefined ? [] : rows.map((row) => row[at]?.trim() ?? '')
    })
  const orders = findOrders(
    textsOf(dateFields).flatMap((text) => dateCell(text) ?? []),
    facts,
  )
  const decimals = findDecimals(textsOf(numberFields), facts)
  const order = choices.dates ?? orders[0]?.order ?? 'ymd'
  const mark = choices.decimals ?? decimals[0] ?? '.'
  const questions: Question[] = []
  if (orders.length > 1 && choices.dates === undefined) {
    questions.push({ about: 'dates', readings: orders.map(({ order: value, text }) => ({ value, text })) })
  }
  if (decimals.length > 1 && choices.decimals === undefined) {
    const readings = decimals.map((value) => ({
      value,
      text: value === '.' ? '1.234 is a little more than one' : '1.234 is more than a thousand',
    }))
    questions.push({ about: 'decimals', readings })
  }
  return {
    date: (text) => dateCell(text.trim())?.[order] ?? null,
    number: (text) => readNumber(text, mark),
    questions,
  }
}

type DateCell = NonNullable<ReturnType<ReturnType<typeof createDateReader>>>

const orderNames: Record<DateOrder, string> = { dmy: 'day first', mdy: 'month first', ymd: 'year first' }

/** The orders in which all dates can be read, the likeliest first. One only, if the file decides. */
function findOrders(cells: DateCell[], { locale }: Facts): { order: DateOrder; text: string }[] {
  const failures = (order: DateOrder) => cells.filter((cell) => cell[order] === null).length
  const fewest = Math.min(...dateOrders.map(failures))
  const areDotted = cells.every(({ separator }) => separator === '.')
  const preferred: DateOrder[] = locale === 'en-US' ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd']
  const possible = preferred.filter((order) => failures(order) === fewest && !(areDotted && order === 'mdy'))
  const distinct = possible.filter(
    (order, index) =>
      !possible.slice(0, index).some((earlier) => cells.every((cell) => cell[order] === cell[earlier])),
  )
  const example = cells.find((cell) => new Set(distinct.map((order) => cell[order])).size > 1)
  return distinct.map((order) => ({
    order,
    text: `${formatDate(example?.[order] ?? '')} (${orderNames[order]})`,
  }))
}

/** The signs that can separate decimals, the likeliest first. One only, if the file decides. */
function findDecimals(texts: string[], { locale }: Facts): (',' | '.')[] {
  const marks = texts.map((text) => {
    const cell = numberCell(text)
    return cell && decimalsOf(cell)
  })
  const count = (mark: ',' | '.' | 'unclear') => marks.filter((each) => each === mark).length
  const [points, commas] = [count('.'), count(',')]
  if (points !== commas) return [points > commas ? '.' : ',']
  const preferred = new Intl.NumberFormat(locale).format(1.5).includes(',')
    ? ([',', '.'] as const)
    : (['.', ','] as const)
  return count('unclear') > 0 ? [...preferred] : ['.']
}

function readNumber(text: string, mark: ',' | '.'): string | null {
  const cell = numberCell(text.trim().replace(/%$/, ''))
  if (!cell) return null
  const plain = mark === ',' ? (cell.comma ?? cell.dot) : (cell.dot ?? cell.comma)
  if (plain === null) return null
  const isNegative = cell.sign < 0 && /[1-9]/.test(plain)
  return isNegative ? `-${plain}` : plain
}

/** "12.5" in thousandths is 12500. Null if the number has more decimals, or too many digits. */
export function scale(decimal: string, digits: number): number | null {
  const isNegative = decimal.startsWith('-')
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > digits || whole.length > 14 - digits) return null
  const value = Number(whole + kept.padEnd(digits, '0'))
  return isNegative && value !== 0 ? -value : value
}

export const toMinor = (decimal: string, currency: Currency) => scale(decimal, digitsOf(currency))
