import { expect, test } from 'vitest'
import type { ReportEntry, ReportRow } from '../contract.ts'
import { entryFacts, hasLongFigures, isWide, preparingText } from './report-text.ts'

const row: ReportRow = { key: 'a', label: '', kind: 'row', level: 1, cells: [], opens: true, link: null }

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
