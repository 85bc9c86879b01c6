import { expect, test } from 'vitest'
import { rangeYearBefore } from './rules.ts'

test('the year before of whole months has all their days, also those of a leap year', () => {
  expect(rangeYearBefore({ from: '2029-02-01', to: '2029-02-28' })).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  })
  expect(rangeYearBefore({ from: '2028-02-01', to: '2028-02-29' })).toEqual({
    from: '2027-02-01',
    to: '2027-02-28',
  })
})

test('the year before of other days has the same days', () => {
  expect(rangeYearBefore({ from: '2029-02-03', to: '2029-02-28' })).toEqual({
    from: '2028-02-03',
    to: '2028-02-28',
  })
})
