import { expect, test } from 'vitest'
import { estimateCount, readEstimateUrlState } from './estimate-url-state.ts'

test('an address says a place, and what it says wrongly is ignored', () => {
  const nothing = { status: undefined, search: undefined, after: undefined, before: undefined }
  const parameters = { status: 'accepted', search: 'mill', after: 'x' }
  expect(readEstimateUrlState(parameters)).toStrictEqual({ ...nothing, ...parameters })
  expect(readEstimateUrlState({ status: 'bogus', before: ['x'] })).toStrictEqual(nothing)
})

test('estimates are counted in words', () => {
  expect([1, 2].map(estimateCount)).toEqual(['1 estimate', '2 estimates'])
})
