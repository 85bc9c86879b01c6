import { expect, test } from 'vitest'
import { reportDocument, reportRow } from '../../../test/support/reports/report-document.ts'
import type { ReportChart } from './contract.ts'
import {
  cellText,
  hasLongLabels,
  isFigure,
  reportFacts,
  reportFileName,
  reportNotes,
} from './report-text-rules.ts'

const dollars = { currency: 'USD', locale: 'en-US' }

test('each kind of figure has its text, in the number format of the business', () => {
  expect(cellText(123_450, 'money', dollars)).toBe('$1,234.50')
  expect(cellText(-500, 'money', { currency: 'EUR', locale: 'de-DE' })).toBe('-5,00\u00a0€')
  expect(cellText(12_500, 'percent', dollars)).toBe('12.5%')
  expect(cellText(-100_000, 'percent', dollars)).toBe('-100.0%')
  expect(cellText(12_400, 'count', dollars)).toBe('12,400')
  expect(cellText(1200, 'days', { currency: 'EUR', locale: 'de-DE' })).toBe('1.200')
  expect(cellText(12_500, 'distance', dollars)).toBe('12.5')
  expect(cellText('2026-03-01', 'date', dollars)).toBe('Mar 1, 2026')
  expect(cellText('Card', 'text', dollars)).toBe('Card')
  expect(cellText(null, 'percent', dollars)).toBe('–')
  expect(cellText(null, 'date', dollars)).toBe('')
})

test('figures stand on the right, texts and dates on the left', () => {
  const kinds = ['text', 'money', 'count', 'percent', 'date', 'days', 'distance'] as const
  expect(kinds.filter((kind) => !isFigure({ kind }))).toEqual(['text', 'date'])
})

test('a chart of clients or ages is told from one of months', () => {
  const report = { rows: [reportRow({ label: 'Blue Door Bakery', cells: [1] })], from: '2026-01-01' }
  const chart = (label: string): ReportChart => ({
    labels: [label],
    series: [{ label: 'Income', tone: 'plain', kind: 'bar', values: [1] }],
    isCount: false,
  })
  expect(hasLongLabels({ ...report, chart: chart('Blue Door Bakery') })).toBe(true)
  expect(hasLongLabels({ ...report, from: null, chart: chart('Not due yet') })).toBe(true)
  expect(hasLongLabels({ ...report, chart: chart('Jan 2026') })).toBe(false)
  expect(hasLongLabels({ ...report, chart: null })).toBe(false)
})

test('basis, filters and currency stand above the figures, and what is closed below them', () => {
  const { report } = reportDocument()
  expect(reportFacts({ ...report, filters: ['Client: Blue Door Bakery'] })).toEqual([
    'Income when invoiced',
    'Client: Blue Door Bakery',
    'All amounts in USD',
  ])
  expect(reportFacts({ ...report, basis: 'cash' })[0]).toBe('Income when paid')
  const columns = [{ key: 'distance', label: 'Kilometers', kind: 'distance' as const }]
  expect(reportFacts({ ...report, basis: null, columns })).toEqual([])
  expect(reportNotes({ notes: ['One.'], closedThrough: null })).toEqual(['One.'])
  expect(reportNotes({ notes: ['One.'], closedThrough: '2026-02-28' })).toEqual([
    'One.',
    'Closed through Feb 28, 2026: figures up to that day can no longer change.',
  ])
})

test('a file is named after the report and its days', () => {
  const { report } = reportDocument()
  expect(reportFileName(report, 'pdf')).toBe('profit-and-loss-2026-01-01-to-2026-03-31.pdf')
  expect(reportFileName({ ...report, name: 'owed-by-age', from: null }, 'csv')).toBe(
    'owed-by-age-2026-03-31.csv',
  )
})
