import type { Transaction } from '../../platform/db/transaction.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import type { OtherCurrency } from '../figures/contract.ts'
import { readLatestRates } from '../figures/convert-sums.ts'
import { type CurrencySum, toSum } from '../figures/sum-rules.ts'
import type { Report, ReportRow } from './contract.ts'
import type { GroupSums } from './read-sums.ts'
import type { ReportContext } from './report-context.ts'

/** Turns sums by currency into amounts of the report, and says what could not be converted. */
export interface ReportMoney {
  /** One amount for each column of the context. */
  valuesOf(columns: readonly (readonly CurrencySum[])[] | undefined, sign?: 1 | -1): number[]
  valueOf(sums: readonly CurrencySum[]): number
  /** What a reader has to know about the amounts in other currencies. `isCurrent`: all are converted at the latest rate. */
  notes(options?: { isCurrent: boolean }): string[]
}

/** `sums` are all that the report converts, so that the rates are read once. */
export async function openMoney(
  tx: Transaction,
  context: ReportContext,
  sums: readonly (readonly CurrencySum[])[],
): Promise<ReportMoney> {
  const { businessId, currency, today } = context
  const currencies = sums.flat().map((sum) => sum.currency)
  const rates = await readLatestRates(tx, { businessId, home: currency, today }, currencies)
  const others = new Map<string, OtherCurrency>()
  const valueOf = (columnSums: readonly CurrencySum[]): number => {
    const { minor, other } = toSum(currency, columnSums, rates)
    for (const one of other) others.set(one.currency, one)
    return minor
  }
  return {
    valueOf,
    valuesOf: (columns, sign = 1) =>
      context.columns.map((_, index) => {
        const minor = valueOf(columns?.[index] ?? [])
        return minor === 0 ? 0 : sign * minor
      }),
    notes: ({ isCurrent } = { isCurrent: false }) =>
      [...others.values()].map((other) => noteOn(other, context, isCurrent)),
  }
}

function noteOn(
  { currency, homeMinor, rate, ratedOn }: OtherCurrency,
  context: ReportContext,
  isCurrent: boolean,
): string {
  if (homeMinor === null || rate === null || ratedOn === null)
    return `Amounts in ${currency} are not included, because there is no exchange rate for them.`
  const converted = `converted at the rate of ${formatDate(ratedOn)}: 1 ${currency} is ${rate} ${context.currency}.`
  return isCurrent
    ? `Amounts in ${currency} are ${converted}`
    : `Some amounts in ${currency} had no exchange rate on their day. They are ${converted}`
}

export const allSums = (...groups: readonly GroupSums[]): CurrencySum[][] =>
  groups.flatMap((sums) => [...sums.values()].flat())

/** The columns of money that a report shows: parts and their sum, or a period, the one before it, and the change. */
export function moneyColumns({ columns, shape }: ReportContext): Report['columns'] {
  const money = columns.map(({ key, label }) => ({ key, label, kind: 'money' as const }))
  if (shape === 'compared') return [...money, { key: 'change', label: 'Change', kind: 'percent' }]
  return hasTotal({ columns, shape }) ? [...money, { key: 'total', label: 'Total', kind: 'money' }] : money
}

/** The cells of a row with one amount for each column of the context. */
export function moneyCells(context: ReportContext, values: readonly number[]): ReportRow['cells'] {
  if (context.shape === 'compared') {
    const [now = 0, before = 0] = values
    return [...values, percentOf(now - before, Math.abs(before))]
  }
  return hasTotal(context) ? [...values, addUp(values)] : [...values]
}

const hasTotal = ({ columns, shape }: Pick<ReportContext, 'columns' | 'shape'>) =>
  shape === 'parts' && columns.length > 1

/** In thousandths of a percent. Null if the whole is nothing, or so little that the result says nothing. */
export function percentOf(part: number, whole: number): number | null {
  const percent = Math.round((part * 100_000) / whole)
  return Number.isSafeInteger(percent) ? percent : null
}

export const addUp = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Adds rows of amounts column by column. */
export function addRows({ columns }: ReportContext, rows: readonly (readonly number[])[]): number[] {
  return columns.map((_, column) => addUp(rows.map((row) => row[column] ?? 0)))
}

/** What counts in the period itself: all parts, or the first of two that are compared. */
export function wholeOf({ shape }: Pick<ReportContext, 'shape'>, values: readonly number[]): number {
  return shape === 'parts' ? addUp(values) : (values[0] ?? 0)
}

/** "$1,234.00", in the currency and the number format of the report. */
export const moneyText = ({ currency, locale }: ReportContext, minor: number) =>
  formatMoney(minor, { currency, locale })

/** The labels of a chart over time, and how to bring values into their order: the oldest column first. */
export function overTime({ columns }: ReportContext) {
  const sorted = columns
    .map((column, index) => ({ ...column, index }))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return {
    labels: sorted.map(({ label }) => label),
    valuesOf: (values: readonly number[]) => sorted.map(({ index }) => values[index] ?? 0),
  }
}
