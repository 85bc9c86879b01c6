import { expect, test } from 'vitest'
import { agrees, checkRunning } from './table-balances.ts'

const check = (
  amounts: bigint[],
  balances: (bigint | null)[],
  isNewestFirst: boolean | null,
  days?: string[],
) =>
  checkRunning({ amounts, balances, isNewestFirst, days: days ?? amounts.map((_, index) => String(index)) })

test('balances from old to new and from new to old', () => {
  expect(check([5n, -2n, 4n], [15n, 13n, 17n], false)).toEqual({
    steps: 2,
    good: 2,
    opening: 10n,
    closing: 17n,
  })
  expect(check([4n, -2n, 5n], [17n, 13n, 15n], true)).toEqual({
    steps: 2,
    good: 2,
    opening: 10n,
    closing: 17n,
  })
})

test('rows of one day in any order', () => {
  expect(check([-2n, 5n, 4n], [13n, 15n, 17n], false)).toEqual({
    steps: 2,
    good: 2,
    opening: 10n,
    closing: 17n,
  })
})

test('rows of a day may have any order, but days have that of time', () => {
  // With balances before the bookings and all signs turned, the rows join to a path that runs backwards.
  expect(agrees(check([-10n, 1n, 2n], [10n, 20n, 19n], false))).toBe(false)
  expect(agrees(check([10n, -1n, -2n], [20n, 19n, 17n], false))).toBe(true)
})

test('rows that do not join prove nothing', () => {
  expect(agrees(check([0n, 0n, 1021n], [-100n, 20n, -50n], false))).toBe(false)
  expect(agrees(check([5n, -5n, 7n, -7n], [15n, 10n, 907n, 900n], null, ['1', '1', '1', '1']))).toBe(false)
})

test('a balance only at the end of each day', () => {
  expect(check([5n, -2n, 4n], [null, 13n, 17n], false)).toMatchObject({ opening: 10n, closing: 17n, good: 1 })
})

test('the balance of the day in each of its rows', () => {
  const daily = check([5n, -2n, 4n, 1n], [13n, 13n, 18n, 18n], false, ['1', '1', '2', '2'])
  expect(daily).toEqual({ steps: 1, good: 1, opening: 10n, closing: 18n })
})

test('a wrong balance is seen, and a wrong sign of all amounts too', () => {
  expect(agrees(check([5n, -2n, 4n], [15n, 99n, 17n], false))).toBe(false)
  expect(agrees(check([-5n, 2n, -4n], [15n, 13n, 17n], false))).toBe(false)
})

test('rows without money say nothing', () => {
  expect(check([0n, 0n], [7n, 7n], false).steps).toBe(0)
})
