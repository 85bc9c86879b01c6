import { expect, test } from 'vitest'
import {
  atCursor,
  estimateCount,
  filtersOf,
  firstPage,
  isFiltered,
  readEstimateUrlState,
  rememberEstimateUrlState,
  rememberedEstimateUrlState,
  withSearch,
  withStatus,
} from './estimate-url-state.ts'

test('an address says a place, and what it says wrongly is ignored', () => {
  const nothing = { status: undefined, search: undefined, after: undefined, before: undefined }
  const parameters = { status: 'accepted', search: 'mill', after: 'x' }
  expect(readEstimateUrlState(parameters)).toStrictEqual({ ...nothing, ...parameters })
  expect(readEstimateUrlState({ status: 'bogus', search: '', before: ['x'] })).toStrictEqual(nothing)
})

test('a change of filters starts at the first page, and a page keeps the filters', () => {
  const here = { status: 'open', search: 'mill', after: 'x' } as const
  expect(withStatus(here, 'expired')).toEqual({ status: 'expired', search: 'mill' })
  expect(withSearch(here, '')).toEqual({ status: 'open' })
  expect(firstPage(here)).toEqual({ status: 'open', search: 'mill' })
  expect(atCursor(here, { before: 'y' })).toEqual({ status: 'open', search: 'mill', before: 'y' })
  expect([isFiltered({}), isFiltered({ search: 'a' }), isFiltered({ status: 'open' })]).toEqual([
    false,
    true,
    true,
  ])
})

test('the request is valid even for an address that was typed by hand', () => {
  expect(filtersOf({ search: `  ${'x'.repeat(300)}`, after: 'a', before: 'b' })).toEqual({
    search: 'x'.repeat(200),
    after: 'a',
  })
  expect(filtersOf({ search: ' ' })).toEqual({})
})

test('the way back leads to the list as it was left, for the same business only', () => {
  rememberEstimateUrlState('mine', { status: 'accepted' })
  expect(rememberedEstimateUrlState('mine')).toEqual({ status: 'accepted' })
  expect(rememberedEstimateUrlState('other')).toEqual({})
})

test('estimates are counted in words', () => {
  expect([1, 2].map(estimateCount)).toEqual(['1 estimate', '2 estimates'])
})
