import { expect, test } from 'vitest'
import { csvHeader, csvRow } from './csv.ts'

const row = (value: string | number | boolean | null | object, column = 'note') =>
  csvRow({ columns: [column], thousandths: ['quantity'] }, { [column]: value })

test('quotes, commas and line breaks stay within their cell', () => {
  const columns = ['a', 'b', 'c', 'd']
  expect(csvRow({ columns }, { a: 'plain', b: 'one, two', c: 'say "hi"', d: 'first\nsecond' })).toBe(
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
  expect(csvHeader({ columns: ['id', 'total_cents'] })).toBe('id,total\r\n')
  expect(row(12_550, 'total_cents')).toBe('125.50\r\n')
  expect(row(5, 'total_cents')).toBe('0.05\r\n')
  expect(row(-205, 'total_cents')).toBe('-2.05\r\n')
  expect(row(99_999_999_999, 'total_cents')).toBe('999999999.99\r\n')
  expect(row(-7, 'rate')).toBe('-7\r\n')
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
  expect(row(null, 'total_cents')).toBe('\r\n')
  expect(row(false)).toBe('false\r\n')
  expect(row([{ description: 'Work' }])).toBe('"[{""description"":""Work""}]"\r\n')
})
