import { expect, test } from 'vitest'
import { filtersOf, isFiltered, readListUrlState, rememberedList, withChange } from './list-url-state.ts'

interface Shelf {
  kind?: 'new' | 'used' | undefined
  search?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

test('what an address cannot mean is taken out of it by name', () => {
  const nothing = { search: undefined, after: undefined, before: undefined }
  expect(readListUrlState({ search: 'mill', after: 'x', other: '1' })).toStrictEqual({
    ...nothing,
    search: 'mill',
    after: 'x',
  })
  expect(readListUrlState({ search: '', after: 'a\0', before: ['x'] })).toStrictEqual(nothing)
})

test('the request is valid even for an address that was typed by hand', () => {
  expect(filtersOf({})).toEqual({})
  expect(filtersOf({ kind: 'new', search: ' mill ', after: 'x', before: 'y' })).toEqual({
    kind: 'new',
    search: 'mill',
    after: 'x',
  })
  expect(filtersOf({ search: '   ', before: 'y' })).toEqual({ before: 'y' })
  expect(filtersOf({ search: 'a'.repeat(500) }).search).toHaveLength(200)
})

test('another filter begins at the first page and keeps the others', () => {
  const deep: Shelf = { kind: 'new', search: 'mill', after: 'x' }
  expect(withChange(deep, { kind: 'used' })).toEqual({ kind: 'used', search: 'mill' })
  expect(withChange(deep, { kind: undefined })).toEqual({ search: 'mill' })
  expect(withChange(deep, { search: 'shop' })).toEqual({ kind: 'new', search: 'shop' })
  expect(withChange(deep)).toEqual({ kind: 'new', search: 'mill' })
})

test('another page keeps the filters and names one place only', () => {
  const deep: Shelf = { kind: 'new', after: 'a', before: 'b' }
  expect(withChange(deep, { after: 'next' })).toEqual({ kind: 'new', after: 'next' })
  expect(withChange(deep, { before: 'previous' })).toEqual({ kind: 'new', before: 'previous' })
})

test('a page is no filter', () => {
  expect(isFiltered({ after: 'x', before: 'y', search: undefined })).toBe(false)
  expect(isFiltered({ search: 'x' })).toBe(true)
  const shelf: Shelf = { kind: 'used' }
  expect(isFiltered(shelf)).toBe(true)
})

test('the way back leads to the list as it was left, for the same business only', () => {
  const shelf = rememberedList<Shelf>()
  expect(shelf.of('mine')).toEqual({})
  shelf.leave('mine', { kind: 'used' })
  shelf.leave(undefined, { kind: 'new' })
  expect(shelf.of('mine')).toEqual({ kind: 'used' })
  expect(shelf.of('yours')).toEqual({})
  expect(shelf.of(undefined)).toEqual({})
})
