import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import {
  type ReadSheet,
  dayOf,
  readWorkbook,
  valuesOf,
} from '../../../../test/support/exports/read-workbook.ts'
import { reportDocument, reportRow } from '../../../../test/support/reports/report-document.ts'
import type { Report } from '../contract.ts'
import { makeReportFile } from './make-report-file.ts'
import type { ReportDocument } from './read-report-document.ts'

const made = { logo: null, date: new Date('2026-04-02T12:00:00Z') }

async function csvOf(document: ReportDocument): Promise<string[][]> {
  const { bytes } = await makeReportFile(document, { ...made, format: 'csv' })
  return parse(bytes, { bom: true })
}

async function xlsxOf(document: ReportDocument): Promise<ReadSheet> {
  const { bytes } = await makeReportFile(document, { ...made, format: 'xlsx' })
  const [sheet, ...others] = readWorkbook(bytes)
  expect(others).toEqual([])
  return sheet!
}

test('a CSV file has the names of the columns and the rows alone', async () => {
  const document = reportDocument()
  expect(await csvOf(document)).toEqual([
    ['Income and expenses', 'Jan–Mar 2026', 'Oct–Dec 2025', 'Change'],
    ['Income', '', '', ''],
    ['Invoices', '18450.00', '15200.50', '21.378%'],
    ['Refunds', '-120.00', '0.00', ''],
    ['Total income', '18330.00', '15200.50', '20.588%'],
    ['Expenses', '', '', ''],
    ['Rent', '5400.00', '5400.00', '0%'],
    ['Software', '980.40', '1200.00', '-18.3%'],
    ['Total expenses', '6380.40', '6600.00', '-3.327%'],
    ['What you kept', '11949.60', '8600.50', '38.941%'],
  ])
  const { bytes } = await makeReportFile(document, { ...made, format: 'csv' })
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('a spreadsheet says what it is above the table and what to know below it', async () => {
  const sheet = await xlsxOf(reportDocument({ closedThrough: '2026-02-28', filters: ['Category: Rent'] }))
  expect(sheet.name).toBe('Profit and loss')
  expect(sheet.frozenRows).toBe(8)
  expect(valuesOf(sheet)).toEqual([
    ['Riverside Studio'],
    ['Profit and loss'],
    ['January – March 2026'],
    ['Income when invoiced'],
    ['Category: Rent'],
    ['All amounts in USD'],
    [],
    ['Income and expenses', 'Jan–Mar 2026', 'Oct–Dec 2025', 'Change'],
    ['Income'],
    ['Invoices', 18_450, 15_200.5, 0.213_78],
    ['Refunds', -120, 0],
    ['Total income', 18_330, 15_200.5, 0.205_88],
    ['Expenses'],
    ['Rent', 5400, 5400, 0],
    ['Software', 980.4, 1200, -0.183],
    ['Total expenses', 6380.4, 6600, -0.033_27],
    ['What you kept', 11_949.6, 8600.5, 0.389_41],
    [],
    ['Includes $120.00 of test payments and demo transactions, which moved no money.'],
    ['Closed through Feb 28, 2026: figures up to that day can no longer change.'],
  ])
  const bold = sheet.rows.flatMap(([label]) => (label?.isBold === true ? [label.value] : []))
  expect(bold).toEqual([
    'Riverside Studio',
    'Income and expenses',
    'Income',
    'Total income',
    'Expenses',
    'Total expenses',
    'What you kept',
  ])
})

const columns: Report['columns'] = [
  { key: 'date', label: 'Date', kind: 'date' },
  { key: 'category', label: 'Category', kind: 'text' },
  { key: 'amount', label: 'Amount', kind: 'money' },
  { key: 'count', label: 'Expenses', kind: 'count' },
  { key: 'days', label: 'Days', kind: 'days' },
  { key: 'distance', label: 'Miles', kind: 'distance' },
]

test('each kind of figure is a number or a date', async () => {
  const rows = [
    reportRow({ label: 'Trip', cells: ['2026-03-01', 'Travel', 12_345, 3, 14, 12_500] }),
    reportRow({ label: 'Total', kind: 'result', cells: [null, null, 12_345, 3, null, 12_500] }),
  ]
  const document = reportDocument({ columns, rows, notes: [], basis: null, currency: 'BHD' })
  const sheet = await xlsxOf(document)
  const [, trip, total] = sheet.rows.slice(-3)
  expect(dayOf(trip![1])).toBe('2026-03-01')
  expect(trip!.slice(2).map((cell) => cell?.value)).toEqual(['Travel', 12.345, 3, 14, 12.5])
  expect(total!.map((cell) => cell?.value ?? null)).toEqual(['Total', null, null, 12.345, 3, null, 12.5])
  expect((await csvOf(document))[1]).toEqual(['Trip', '2026-03-01', 'Travel', '12.345', '3', '14', '12.5'])
})

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =cmd|"/c calc"!A0',
  'a;=1+1',
  '"quoted", with a comma',
  'two\nlines\r\n=2',
  '=HYPERLINK("https://example.com")',
  'x'.repeat(10_000),
  'חנות הספרים',
  'שלום =1',
  '🎉 Party & Sons <b>',
  '',
]

test('no text of a client or category becomes a formula, or is lost', async () => {
  const rows = hostile.map((label, index) =>
    reportRow({ key: String(index), label, cells: ['2026-03-01', label, 100, 1, 1, 1000] }),
  )
  const document = reportDocument(
    { columns, rows, rowHeading: '=Client', notes: ['=note'], filters: ['=Filter'] },
    { company: { name: '=Business', country: '' } },
  )
  const lines = await csvOf(document)
  expect(lines).toHaveLength(hostile.length + 1)
  for (const [index, label] of hostile.entries()) {
    const [shown = '', , category = '', amount] = lines[index + 1] ?? []
    expect([shown, category]).not.toContainEqual(expect.stringMatching(/(?:^|[;\t\r\n])["\s]*[=+\-@]/))
    expect(shown.replaceAll("'", '')).toBe(label)
    expect(amount).toBe('1.00')
  }
  // The reader fails on any formula.
  const sheet = await xlsxOf(document)
  const body = sheet.rows.slice(-hostile.length - 2, -2)
  expect(body.map((cells) => cells[0]?.value ?? '')).toEqual(
    hostile.map((label) => label.replaceAll('\r\n', '\n')),
  )
  expect(body.every((cells) => (cells[0]?.format ?? '@') === '@')).toBe(true)
})

test('a report without rows has its title and notes', async () => {
  const document = reportDocument({ rows: [], chart: null })
  expect(await csvOf(document)).toHaveLength(1)
  expect(valuesOf(await xlsxOf(document)).at(-1)).toEqual(document.report.notes)
})
