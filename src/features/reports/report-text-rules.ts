import { formatDate } from '../../shared/dates.ts'
import { getReaderLocale } from '../../shared/decimals.ts'
import { type MoneyFormat, formatMoney } from '../../shared/money.ts'
import { formatThousandths } from '../../shared/thousandths.ts'
import type { Report, ReportRow } from './contract.ts'

type Column = Report['columns'][number]

/** The text of a cell. A figure that cannot be calculated is a dash. */
export function cellText(
  cell: ReportRow['cells'][number],
  kind: Column['kind'],
  { currency, locale = getReaderLocale() }: MoneyFormat,
): string {
  if (cell === null) return isFigure({ kind }) ? '–' : ''
  if (typeof cell === 'string') return kind === 'date' ? formatDate(cell) : cell
  switch (kind) {
    case 'money':
      return formatMoney(cell, { currency, locale })
    case 'percent':
      return new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(cell / 100_000)
    case 'distance':
      return formatThousandths(cell, locale)
    default:
      return cell.toLocaleString(locale)
  }
}

/** Whether it stands on the right, digit below digit. */
export function isFigure({ kind }: Pick<Column, 'kind'>): boolean {
  return kind !== 'text' && kind !== 'date'
}

/** Whether the chart compares clients, categories or the like, and not times. Their labels can be long. */
export function hasLongLabels({ chart, rows, from }: Pick<Report, 'chart' | 'rows' | 'from'>): boolean {
  if (chart === null || chart.series.some(({ kind }) => kind === 'line')) return false
  const labels = new Set(rows.map(({ label }) => label))
  // A report as of a day compares ages.
  return from === null || chart.labels.some((label) => labels.has(label))
}

const bases = { accrual: 'Income when invoiced', cash: 'Income when paid' } as const

/** What a reader has to know before the first figure. */
export function reportFacts({
  basis,
  filters,
  currency,
  columns,
}: Pick<Report, 'basis' | 'filters' | 'currency' | 'columns'>): string[] {
  const hasMoney = columns.some(({ kind }) => kind === 'money')
  return [
    ...(basis === null ? [] : [bases[basis]]),
    ...filters,
    ...(hasMoney ? [`All amounts in ${currency}`] : []),
  ]
}

/** What stands below the table. */
export function reportNotes({ notes, closedThrough }: Pick<Report, 'notes' | 'closedThrough'>): string[] {
  if (closedThrough === null) return notes
  return [
    ...notes,
    `Closed through ${formatDate(closedThrough)}: figures up to that day can no longer change.`,
  ]
}

/** Such as profit-and-loss-2026-01-01-to-2026-03-31.pdf. */
export function reportFileName(
  { name, from, to }: Pick<Report, 'name' | 'from' | 'to'>,
  format: string,
): string {
  return `${name}-${from === null ? '' : `${from}-to-`}${to}.${format}`
}
