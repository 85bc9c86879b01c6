import { expect, test } from 'vitest'
import { splitCsv } from './csv-rows.ts'

test.each([';', ',', '\t', '|'])('finds the delimiter %j', (delimiter) => {
  const line = (...cells: string[]) => cells.join(delimiter)
  const text = [
    line('Date', 'Text', 'Amount'),
    line('2026-01-31', 'Rent', '-5.00'),
    line('2026-02-28', 'Rent', '-5.00'),
  ].join('\n')
  expect(splitCsv(text)).toMatchObject({ delimiter, rows: { length: 3 } })
})

test('a decimal comma is no delimiter', () => {
  expect(splitCsv('31.01.2026;Miete;-5,00\n28.02.2026;Miete;-5,00\n').rows[0]).toEqual([
    '31.01.2026',
    'Miete',
    '-5,00',
  ])
})

test('quotes may hold delimiters and line breaks, and stray quotes are text', () => {
  const { rows } = splitCsv('2026-01-31,"a, b\nc ""d""",5.00\n2026-02-01,6" pipe,7.00\n')
  expect(rows).toEqual([
    ['2026-01-31', 'a, b\nc "d"', '5.00'],
    ['2026-02-01', '6" pipe', '7.00'],
  ])
})

test('a quote that is never closed does not swallow the file', () => {
  expect(splitCsv('2026-01-31,"open,5.00\n2026-02-01,b,7.00\n').rows).toHaveLength(2)
})

test('lines that are quoted as a whole are split', () => {
  expect(splitCsv('"2026-01-31,""a"",5.00"\n"2026-02-01,""b"",7.00"\n').rows[1]).toEqual([
    '2026-02-01',
    'b',
    '7.00',
  ])
})

test('a line with the delimiter counts and is left out', () => {
  expect(splitCsv('sep=;\n2026-01-31;a;5.00\n')).toEqual({
    delimiter: ';',
    rows: [['2026-01-31', 'a', '5.00']],
  })
})
