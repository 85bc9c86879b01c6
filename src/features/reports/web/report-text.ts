import { formatDate } from '../../../shared/dates.ts'
import { getReaderLocale } from '../../../shared/decimals.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { Report, ReportEntry, ReportQuery, ReportRow } from '../contract.ts'

type Column = Report['columns'][number]

/** When an amount counts. */
export const basisLabels = {
  accrual: 'When invoiced',
  cash: 'When paid',
} satisfies Record<ReportQuery['basis'], string>

/** The text of a cell. A figure that cannot be calculated is a dash. */
export function cellText(cell: ReportRow['cells'][number], kind: Column['kind'], currency: string): string {
  if (cell === null) return kind === 'text' || kind === 'date' ? '' : '–'
  if (typeof cell === 'string') return kind === 'date' ? formatDate(cell) : cell
  switch (kind) {
    case 'money':
      return formatMoney(cell, { currency })
    case 'percent':
      return new Intl.NumberFormat(getReaderLocale(), {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(cell / 100_000)
    case 'distance':
      return formatThousandths(cell)
    default:
      return cell.toLocaleString(getReaderLocale())
  }
}

export function isNumeric({ kind }: Column): boolean {
  return kind !== 'text' && kind !== 'date'
}

/** With more columns of money than these, a phone scrolls the table sideways. */
const maxFittingAmounts = 2

export function isWide({ columns }: Pick<Report, 'columns'>): boolean {
  return columns.filter(({ kind }) => kind === 'money').length > maxFittingAmounts
}

/** Beyond this many characters, the figures of a row leave too little of a phone for its label. */
const maxFigureLength = 33
/** What the space between two columns takes. */
const gapLength = 2

export function hasLongFigures({ rows, columns, currency }: Pick<Report, 'rows' | 'columns' | 'currency'>) {
  return rows.some(({ cells }) => {
    const texts = columns.map(({ kind }, index) => cellText(cells[index] ?? null, kind, currency))
    return texts.join('').length + texts.length * gapLength > maxFigureLength
  })
}

/** Whether the chart compares clients, categories or the like, and not times. Their labels can be long. */
export function hasLongLabels({ chart, rows, from }: Pick<Report, 'chart' | 'rows' | 'from'>): boolean {
  if (chart === null || chart.series.some(({ kind }) => kind === 'line')) return false
  const labels = new Set(rows.map(({ label }) => label))
  // A report as of a day compares ages.
  return from === null || chart.labels.some((label) => labels.has(label))
}

/** "Counting your records. 12,400 left." */
export function preparingText(left: number): string {
  return `Counting your records. ${left.toLocaleString('en-US')} left.`
}

/** What stands below an entry: its day, and what a reader has to know about it. */
export function entryFacts({ date, detail, original, isTest, actualDate, minor }: ReportEntry): string[] {
  return [
    formatDate(date),
    ...(detail === '' ? [] : [detail]),
    ...(original === null ? [] : [formatMoney(original.minor, original)]),
    ...(minor === null ? ['No exchange rate'] : []),
    ...(isTest ? ['Test: no money moved'] : []),
    ...(actualDate === null ? [] : [`Dated ${formatDate(actualDate)}, when the period was closed already`]),
  ]
}
