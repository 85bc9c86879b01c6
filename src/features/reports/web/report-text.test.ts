import { expect, test } from 'vitest'
import type { ReportChart, ReportEntry, ReportRow } from '../contract.ts'
import { cellText, entryFacts, hasLongFigures, hasLongLabels, isWide, preparingText } from './report-text.ts'

const row: ReportRow = { key: 'a', label: '', kind: 'row', level: 1, cells: [], opens: true, link: null }

test('each kind of figure has its text', () => {
  expect(cellText(123_450, 'money', 'USD')).toBe('$1,234.50')
  expect(cellText(-500, 'money', 'EUR')).toBe('-€5.00')
  expect(cellText(12_500, 'percent', 'USD')).toBe('12.5%')
  expect(cellText(-100_000, 'percent', 'USD')).toBe('-100.0%')
  expect(cellText(12_400, 'count', 'USD')).toBe('12,400')
  expect(cellText(1200, 'days', 'USD')).toBe('1,200')
  expect(cellText(12_500, 'distance', 'USD')).toBe('12.5')
  expect(cellText('2026-03-01', 'date', 'USD')).toBe('Mar 1, 2026')
  expect(cellText('Card', 'text', 'USD')).toBe('Card')
  expect(cellText(null, 'percent', 'USD')).toBe('–')
  expect(cellText(null, 'date', 'USD')).toBe('')
})

test('two amounts with percentages fit a phone', () => {
  const columnsOf = (...kinds: ('money' | 'percent')[]) =>
    kinds.map((kind, index) => ({ key: String(index), label: '', kind }))
  expect(isWide({ columns: columnsOf('money', 'money', 'percent', 'percent') })).toBe(false)
  expect(isWide({ columns: columnsOf('money', 'money', 'money') })).toBe(true)
})

test('amounts in the millions are written smaller on a phone', () => {
  const columns = (['money', 'money', 'percent'] as const).map((kind) => ({ key: kind, label: '', kind }))
  const report = (minor: number) => ({
    columns,
    currency: 'USD',
    rows: [{ ...row, cells: [minor, minor, 25_000] }],
  })
  expect(hasLongFigures(report(12_345_678))).toBe(false)
  expect(hasLongFigures(report(1_234_567_800))).toBe(true)
})

test('a chart of clients or ages is told from one of months', () => {
  const given = { rows: [{ ...row, label: 'Blue Door Bakery' }], from: '2026-01-01' }
  const chart = (label: string): ReportChart => ({
    labels: [label],
    series: [{ label: 'Income', tone: 'plain', kind: 'bar', values: [1] }],
    isCount: false,
  })
  expect(hasLongLabels({ ...given, chart: chart('Blue Door Bakery') })).toBe(true)
  expect(hasLongLabels({ ...given, from: null, chart: chart('Not due yet') })).toBe(true)
  expect(hasLongLabels({ ...given, chart: chart('Jan 2026') })).toBe(false)
  expect(hasLongLabels({ ...given, chart: null })).toBe(false)
})

test('the progress says how much is left', () => {
  expect(preparingText(12_400)).toBe('Counting your records. 12,400 left.')
})

test('an entry says its day, its own amount, and what is special about it', () => {
  const entry: ReportEntry = {
    id: '1',
    date: '2026-03-01',
    text: 'Invoice 12',
    detail: '',
    document: null,
    minor: 500,
    original: null,
    isTest: false,
    actualDate: null,
  }
  expect(entryFacts(entry)).toEqual(['Mar 1, 2026'])
  expect(
    entryFacts({
      ...entry,
      detail: 'Card',
      minor: null,
      original: { minor: 700, currency: 'EUR' },
      isTest: true,
      actualDate: '2026-02-03',
    }),
  ).toEqual([
    'Mar 1, 2026',
    'Card',
    '€7.00',
    'No exchange rate',
    'Test: no money moved',
    'Dated Feb 3, 2026, when the period was closed already',
  ])
})
