import { defaultStyle } from '../../../src/features/business/contract.ts'
import type { Report, ReportRow } from '../../../src/features/reports/contract.ts'
import type { ReportDocument } from '../../../src/features/reports/files/read-report-document.ts'

export function reportRow(row: Partial<ReportRow> & Pick<ReportRow, 'label' | 'cells'>): ReportRow {
  return { key: row.label, kind: 'row', level: 1, opens: true, link: null, ...row }
}

const top = { level: 0 } as const
const columns: Report['columns'] = [
  { key: 'period', label: 'Jan–Mar 2026', kind: 'money' },
  { key: 'before', label: 'Oct–Dec 2025', kind: 'money' },
  { key: 'change', label: 'Change', kind: 'percent' },
]

/** A profit and loss beside the period before. */
const comparedRows: ReportRow[] = [
  reportRow({ ...top, label: 'Income', kind: 'heading', cells: [null, null, null] }),
  reportRow({ label: 'Invoices', cells: [1_845_000, 1_520_050, 21_378] }),
  reportRow({ label: 'Refunds', cells: [-12_000, 0, null] }),
  reportRow({ ...top, label: 'Total income', kind: 'total', cells: [1_833_000, 1_520_050, 20_588] }),
  reportRow({ ...top, label: 'Expenses', kind: 'heading', cells: [null, null, null] }),
  reportRow({ label: 'Rent', cells: [540_000, 540_000, 0] }),
  reportRow({ label: 'Software', cells: [98_040, 120_000, -18_300] }),
  reportRow({ ...top, label: 'Total expenses', kind: 'total', cells: [638_040, 660_000, -3327] }),
  reportRow({ ...top, label: 'What you kept', kind: 'result', cells: [1_194_960, 860_050, 38_941] }),
]

const base: Report = {
  name: 'profit-and-loss',
  title: 'Profit and loss',
  from: '2026-01-01',
  to: '2026-03-31',
  periodLabel: 'January – March 2026',
  today: '2026-04-02',
  basis: 'accrual',
  currency: 'USD',
  locale: 'en-US',
  sentence: 'You kept 65 cents of each dollar you earned. Software grew most, by $219.60.',
  filters: [],
  columns,
  rowHeading: 'Income and expenses',
  rows: comparedRows,
  chart: {
    labels: ['Oct–Dec 2025', 'Jan–Mar 2026'],
    series: [
      { label: 'Income', tone: 'in', kind: 'bar', values: [1_520_050, 1_833_000] },
      { label: 'Expenses', tone: 'out', kind: 'bar', values: [660_000, 638_040] },
      { label: 'Kept', tone: 'net', kind: 'line', values: [860_050, 1_194_960] },
    ],
    isCount: false,
  },
  notes: ['Includes $120.00 of test payments and demo transactions, which moved no money.'],
  closedThrough: null,
}

/** A report with the look of its business; `overrides` replace whole fields of the report. */
export function reportDocument(
  overrides: Partial<Report> = {},
  look: Partial<Omit<ReportDocument, 'report'>> = {},
): ReportDocument {
  return {
    report: { ...base, ...overrides },
    company: { name: 'Riverside Studio', country: 'US' },
    style: defaultStyle,
    logo: null,
    ...look,
  }
}

/** A report with so many columns of money, one a month, and their total. */
export function reportByMonth(months: number, rowCount: number, overrides: Partial<Report> = {}): Report {
  const labels = Array.from(
    { length: months },
    (_, index) =>
      `${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[index % 12]} ${2021 + Math.floor(index / 12)}`,
  )
  const cells = (row: number) => {
    const values = labels.map((_, month) => (((row * 7919 + month * 104_729) % 900_000) - 100_000) * 10)
    return [...values, values.reduce((sum, value) => sum + value, 0)]
  }
  return {
    ...base,
    columns: [...labels, 'Total'].map((label) => ({ key: label, label, kind: 'money' })),
    rows: [
      ...Array.from({ length: rowCount }, (_, row) =>
        reportRow({ key: `row ${row}`, label: `Category ${row + 1}`, cells: cells(row) }),
      ),
      reportRow({ ...top, label: 'What you kept', kind: 'result', cells: cells(rowCount) }),
    ],
    chart: {
      labels,
      series: [
        {
          label: 'Income',
          tone: 'in',
          kind: 'bar',
          values: labels.map((_, month) => 400_000 + month * 31_000),
        },
        {
          label: 'Expenses',
          tone: 'out',
          kind: 'bar',
          values: labels.map((_, month) => 300_000 + ((month * 7) % 5) * 90_000),
        },
        {
          label: 'Kept',
          tone: 'net',
          kind: 'line',
          values: labels.map((_, month) => 100_000 + month * 31_000 - ((month * 7) % 5) * 90_000),
        },
      ],
      isCount: false,
    },
    ...overrides,
  }
}
