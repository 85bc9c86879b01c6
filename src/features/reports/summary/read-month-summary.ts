import type { Transaction } from '../../../platform/db/transaction.ts'
import { addMonths, monthNames } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { rangeLabel } from '../../periods/rules.ts'
import type { Report, ReportQuery } from '../contract.ts'
import { type ReportDocument, readReportDocument } from '../files/read-report-document.ts'
import { readReport } from '../read-report.ts'
import type { ReportOwner } from '../report-context.ts'
import { summaryMonth } from './rules.ts'

/** What the emails about a month say. */
export interface MonthSummary {
  /** "October 2026" */
  label: string
  query: ReportQuery & { from: string; to: string }
  /** The profit and loss of the month. */
  document: ReportDocument
  sentence: string
  rows: { label: string; value: string }[]
  notes: string[]
}

export interface SummaryOf {
  /** The first day of the month. */
  month: string
  basis: ReportQuery['basis']
  now: Date
}

/** Reads the summary of a month. The journal has to be up to date. */
export async function readMonthSummary(
  tx: Transaction,
  owner: ReportOwner,
  { month, basis, now }: SummaryOf,
): Promise<MonthSummary> {
  const range = summaryMonth(month)
  const query = { period: 'days', ...range, basis, compare: 'previous' } as const
  const document = await readReportDocument(tx, owner, { name: 'profit-and-loss', query, now })
  const { report: profit } = document
  const taxes = await readReport(tx, owner, { name: 'taxes', query, now })
  // As of today: what was paid since the end of the month is owed to no one.
  const owed = await readReport(tx, owner, {
    name: 'owed-by-age',
    query: { period: 'days', basis, compare: 'none' },
    now,
  })
  return {
    label: rangeLabel(range),
    query,
    document,
    sentence: profit.sentence,
    rows: [...profitRows(profit, monthNameOf(addMonths(month, -1))), ...taxRows(taxes), ...owedRows(owed)],
    notes: profit.notes,
  }
}

const monthNameOf = (month: string) => monthNames[Number(month.slice(5, 7)) - 1] ?? ''

const money = (report: Report, minor: number) => formatMoney(minor, report)

/** A figure of a report; 0 if it has no such row. */
function figureOf({ columns, rows }: Report, row: string, column: string): number {
  const index = columns.findIndex(({ key }) => key === column)
  const cell = rows.find(({ key }) => key === row)?.cells[index]
  return typeof cell === 'number' ? cell : 0
}

function profitRows(report: Report, before: string): MonthSummary['rows'] {
  const compared = (row: string) => {
    const [now, then] = [figureOf(report, row, 'period'), figureOf(report, row, 'before')]
    const more = money(report, Math.abs(now - then))
    const change = now === then ? 'the same as' : `${more} ${now > then ? 'more' : 'less'} than`
    return now === 0 && then === 0 ? money(report, 0) : `${money(report, now)} (${change} in ${before})`
  }
  const kept = report.rows.find(({ key }) => key === 'kept')?.label ?? 'What you kept'
  return [
    { label: 'Income', value: compared('income') },
    { label: 'Expenses', value: compared('expenses') },
    { label: kept, value: compared('kept') },
    ...largestExpense(report),
  ]
}

/** The report lists the largest one first. */
function largestExpense(report: Report): MonthSummary['rows'] {
  const largest = report.rows.find(({ key }) => key.startsWith('expense:'))
  const minor = largest ? figureOf(report, largest.key, 'period') : 0
  return largest && minor > 0
    ? [{ label: 'Largest expense', value: `${largest.label}, ${money(report, minor)}` }]
    : []
}

function taxRows(report: Report): MonthSummary['rows'] {
  const [collected, paid] = [figureOf(report, 'collected', 'period'), figureOf(report, 'paid', 'period')]
  if (collected === 0 && paid === 0) return []
  return [
    { label: 'Tax you collected', value: money(report, collected) },
    { label: 'Tax you paid', value: money(report, paid) },
  ]
}

function owedRows(report: Report): MonthSummary['rows'] {
  const owed = figureOf(report, 'total', 'total')
  const late = owed - figureOf(report, 'total', 'currentMinor')
  return [
    { label: 'Owed to you today', value: money(report, owed) },
    ...(late > 0 ? [{ label: 'Of that, late', value: money(report, late) }] : []),
  ]
}
