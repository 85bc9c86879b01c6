import { expect, test } from 'vitest'
import { csvHeader, csvRow } from './csv.ts'

const row = (value: string | number | boolean | null | object, column = 'note') =>
  csvRow([column], { [column]: value })

test('quotes, commas and line breaks stay within their cell', () => {
  const columns = ['a', 'b', 'c', 'd']
  expect(csvRow(columns, { a: 'plain', b: 'one, two', c: 'say "hi"', d: 'first\nsecond' })).toBe(
    'plain,"one, two","say ""hi""","first\nsecond"\r\n',
  )
})

test('a text that a spreadsheet would run as a formula is only shown', () => {
  for (const text of ['=1+1', '+41 44', '-cmd', '@sum', '\tx']) expect(row(text)).toBe(`'${text}\r\n`)
  expect(row('=HYPERLINK("https://evil.example","x")')).toBe(
    `"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`,
  )
  expect(row('a=b')).toBe('a=b\r\n')
})

test('numbers are no texts, and cents become an amount', () => {
  expect(csvHeader(['id', 'total_cents'])).toBe('id,total\r\n')
  expect(row(12_550, 'total_cents')).toBe('125.50\r\n')
  expect(row(5, 'total_cents')).toBe('0.05\r\n')
  expect(row(-205, 'total_cents')).toBe('-2.05\r\n')
  expect(row(99_999_999_999, 'total_cents')).toBe('999999999.99\r\n')
  expect(row(-7, 'rate')).toBe('-7\r\n')
})

test('nothing is an empty cell, and what is nested is JSON', () => {
  expect(row(null)).toBe('\r\n')
  expect(row(null, 'total_cents')).toBe('\r\n')
  expect(row(false)).toBe('false\r\n')
  expect(row([{ description: 'Work' }])).toBe('"[{""description"":""Work""}]"\r\n')
})
