import { expect, test } from 'vitest'
import { type DateEvidence, findDateOrders } from './table-date-order.ts'
import { type DateCell, dateCell } from './table-dates.ts'

const cells = (...texts: string[]) => texts.map((text) => dateCell(text) as DateCell)
const orders = (texts: string[], more: Partial<DateEvidence> = {}) =>
  findDateOrders({
    dates: cells(...texts),
    others: () => [],
    notes: [],
    decimals: '.',
    hasDollars: () => false,
    ...more,
  })

test('a day beyond 12 decides', () => {
  expect(orders(['01/02/2026', '13/02/2026'])).toEqual(['dmy'])
  expect(orders(['01/02/2026', '02/13/2026'])).toEqual(['mdy'])
})

test('rows are sorted by date, so the order in which they are decides', () => {
  expect(orders(['03/01/2026', '04/01/2026', '01/02/2026'])).toEqual(['dmy'])
  expect(orders(['01/03/2026', '01/04/2026', '02/01/2026'])).toEqual(['mdy'])
})

test('a value date near by decides', () => {
  const others = () => [cells('02/02/2026', '05/03/2026')]
  expect(orders(['01/02/2026', '04/03/2026'], { others })).toEqual(['dmy'])
})

test('dates around the table decide', () => {
  expect(orders(['01/02/2026', '03/02/2026'], { notes: cells('28/02/2026') })).toEqual(['dmy'])
})

test('dots and decimal commas go with the day first', () => {
  expect(orders(['01.02.2026', '03.02.2026'])).toEqual(['dmy'])
  expect(orders(['01/02/2026', '03/02/2026'], { decimals: ',' })).toEqual(['dmy'])
})

test('years with two digits are told from days by how far they spread', () => {
  expect(orders(['26-01-05', '26-01-17', '26-02-11'])).toEqual(['ymd'])
})

test('both orders are left if nothing decides, with dollars the month first', () => {
  expect(orders(['02/03/2026'])).toEqual(['dmy', 'mdy'])
  expect(orders(['02/03/2026'], { hasDollars: () => true })).toEqual(['mdy', 'dmy'])
})

test('there is no choice if both orders give the same dates', () => {
  expect(orders(['03/03/2026', '04/04/2026'])).toHaveLength(1)
})

test('with dots and short years the day is first, unless the rows say otherwise', () => {
  expect(orders(['05.11.23'])).toEqual(['dmy'])
  expect(orders(['05.11.23', '07.11.23'])).toEqual(['dmy'])
  expect(orders(['25.01.05', '25.01.17', '25.02.11'])).toEqual(['ymd'])
})

test('rows that are days apart come before rows that are months apart, however few they are', () => {
  expect(orders(['12/10/2011', '12/09/2011', '12/08/2011'])).toEqual(['mdy', 'dmy'])
  expect(orders(['11/05/2023', '11/06/2023'])).toEqual(['mdy', 'dmy'])
  expect(orders(['05/11/2023', '06/11/2023'], { hasDollars: () => true })).toEqual(['dmy', 'mdy'])
})

test('many rows on a few days without a rhythm need no question, the first of many months does', () => {
  const days = [2, 2, 3, 5, 5, 6, 9, 12]
  const two = (day: number) => String(day).padStart(2, '0')
  expect(orders(days.map((day) => `11/${two(day)}/2026`))).toEqual(['mdy'])
  expect(orders(days.map((day) => `${two(day)}/11/2026`))).toEqual(['dmy'])
  const months = Array.from({ length: 12 }, (_, n) => `01/${two(n + 1)}/2026`)
  expect(orders(months)).toHaveLength(2)
})
