import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Report, ReportEntry, ReportQuery } from '../contract.ts'
import { cellText } from '../report-text-rules.ts'

/** When an amount counts. */
export const basisLabels = {
  accrual: 'When invoiced',
  cash: 'When paid',
} satisfies Record<ReportQuery['basis'], string>

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
    const texts = columns.map(({ kind }, index) => cellText(cells[index] ?? null, kind, { currency }))
    return texts.join('').length + texts.length * gapLength > maxFigureLength
  })
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
