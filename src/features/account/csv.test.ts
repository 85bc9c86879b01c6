import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvHeader, csvRow } from './table-files.ts'

const row = (value: string | number | boolean | null | object, column = 'note') =>
  csvRow({ columns: [column], thousandths: ['quantity'] }, { [column]: value })

test('quotes, commas and line breaks stay within their cell', () => {
  const columns = ['a', 'b', 'c', 'd']
  expect(csvRow({ columns }, { a: 'plain', b: 'one, two', c: 'say "hi"', d: 'first\nsecond' })).toBe(
    'plain,"one, two","say ""hi""","first\nsecond"\r\n',
  )
})

test('a text that a spreadsheet would run as a formula is only shown', () => {
  for (const text of ['=1+1', '+41 44', '-cmd', '@sum', '＝1']) expect(row(text)).toBe(`'${text}\r\n`)
  for (const text of ['\tx', '\rx', '\nx']) expect(row(text)).toBe(`"'${text}"\r\n`)
  expect(row('  =1')).toBe("  '=1\r\n")
  expect(row('"=1')).toBe(`"""'=1"\r\n`)
  expect(row('=HYPERLINK("https://evil.example","x")')).toBe(
    `"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`,
  )
  expect(row('a=b')).toBe('a=b\r\n')
})

test('a text holds no formula for a spreadsheet that expects another separator either', () => {
  expect(row('a;=1+1')).toBe(`"a;'=1+1"\r\n`)
  expect(row('a\t"=1+1')).toBe(`"a\t""'=1+1"\r\n`)
  expect(row('first\n- second')).toBe(`"first\n'- second"\r\n`)
  expect(row(['a;=1'])).toBe(`"[""a;'=1""]"\r\n`)
  expect(row('a;b=c, -5')).toBe('"a;b=c, -5"\r\n')
})

/** As spreadsheets read: quotes count where a cell begins, and what follows the closing one still belongs to it. */
function cellsOf(csv: string, separator: string): string[] {
  const cells = csv.matchAll(
    new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(?:${separator}|[\\r\\n]+|$)`, 'g'),
  )
  return [...cells].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)
}

test('whatever the texts, no cell is a formula, and numbers stay numbers', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝;,\t\r\n"\' a1'.split('')), maxLength: 12 })
  const table = { columns: ['id', 'note', 'total_minor', 'parts', 'rate'] }
  const rowOf = fc.record({
    id: fc.oneof(text, fc.uuid()),
    note: text,
    total_minor: fc.integer({ min: -99_999, max: 99_999 }),
    parts: fc.array(text, { maxLength: 2 }),
    rate: fc.integer({ min: -9, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(rowOf, { minLength: 1, maxLength: 3 }), (rows) => {
      const csv = rows.map((each) => csvRow(table, each)).join('')
      for (const separator of [',', ';', '\t']) {
        const formulas = cellsOf(csv, separator).filter((each) => /^["\s]*[=+\-@＝]/.test(each))
        // With the separator that the file has, negative numbers are cells of their own.
        expect(formulas.filter((each) => separator !== ',' || !/^-\d+(?:\.\d\d)?$/.test(each))).toEqual([])
      }
      const cells = cellsOf(csv, ',')
      expect(rows.map((_, at) => Number(cells[at * 5 + 2]))).toEqual(
        rows.map((each) => each.total_minor / 100),
      )
      expect(rows.map((_, at) => Number(cells[at * 5 + 4]))).toEqual(rows.map((each) => each.rate))
    }),
    { numRuns: 300 },
  )
})

test('numbers are no texts, and cents become an amount', () => {
  expect(csvHeader({ columns: ['id', 'total_minor'] })).toBe('id,total\r\n')
  expect(row(12_550, 'total_minor')).toBe('125.50\r\n')
  expect(row(5, 'total_minor')).toBe('0.05\r\n')
  expect(row(-205, 'total_minor')).toBe('-2.05\r\n')
  expect(row(99_999_999_999, 'total_minor')).toBe('999999999.99\r\n')
  expect(row(-7, 'rate')).toBe('-7\r\n')
})

test('an amount has the decimals of its currency, and a home amount those of the home currency', () => {
  const table = { columns: ['total_minor', 'home_minor', 'gain_minor'], home: 'KWD' }
  const amounts = { total_minor: 500, home_minor: 1025, gain_minor: -7 }
  expect(csvRow(table, { currency: 'JPY', ...amounts })).toBe('500,1.025,-0.007\r\n')
  expect(csvRow(table, amounts)).toBe('0.500,1.025,-0.007\r\n')
})

test('thousandths become a plain decimal', () => {
  expect(row(1500, 'quantity')).toBe('1.5\r\n')
  expect(row(1, 'quantity')).toBe('0.001\r\n')
  expect(row(0, 'quantity')).toBe('0\r\n')
  expect(row(100_000, 'quantity')).toBe('100\r\n')
  expect(row(9_999_999_990, 'quantity')).toBe('9999999.99\r\n')
  expect(row(null, 'quantity')).toBe('\r\n')
})

test('nothing is an empty cell, and what is nested is JSON', () => {
  expect(row(null)).toBe('\r\n')
  expect(row(null, 'total_minor')).toBe('\r\n')
  expect(row(false)).toBe('false\r\n')
  expect(row([{ description: 'Work' }])).toBe('"[{""description"":""Work""}]"\r\n')
})
