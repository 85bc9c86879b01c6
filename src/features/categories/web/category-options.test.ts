import { expect, test } from 'vitest'
import type { Category } from '../contract.ts'
import {
  branchesOf,
  categoryOptions,
  coloursOf,
  filterOptions,
  movedNames,
  offeredOr,
  standardCategories,
} from './category-options.ts'

const id = '00000000-0000-4000-8000-000000000000'

function category(name: string, changes: Partial<Category> = {}): Category {
  return { id, name, colour: 'gray', parent: null, taxTreatment: 'full', isArchived: false, ...changes }
}

const list = [
  category('Travel', { colour: 'blue' }),
  category('Hotels', { parent: 'Travel' }),
  category('Rent'),
  category('Fax', { isArchived: true }),
  category('Flights', { parent: 'Travel', colour: 'red' }),
  category('Software'),
]
const names = (options: readonly { name: string }[]) => options.map(({ name }) => name)

test('parts stand right beneath their category, with its name before theirs', () => {
  expect(categoryOptions(list)).toEqual([
    { name: 'Travel', label: 'Travel' },
    { name: 'Hotels', label: 'Travel › Hotels' },
    { name: 'Flights', label: 'Travel › Flights' },
    { name: 'Rent', label: 'Rent' },
    { name: 'Software', label: 'Software' },
  ])
})

test('what is chosen stays an option, though it is archived or unknown', () => {
  expect(names(categoryOptions(list, 'Fax')).at(-1)).toBe('Fax')
  expect(names(categoryOptions(list, 'Telex')).at(-1)).toBe('Telex')
  expect(categoryOptions(list, 'Rent')).toEqual(categoryOptions(list))
  expect(categoryOptions(list, '')).toEqual(categoryOptions(list))
})

test('filters offer archived categories last, because rows keep them', () => {
  expect(filterOptions(list).at(-1)).toEqual({ name: 'Fax', label: 'Fax (archived)' })
  expect(filterOptions(list, 'Fax')).toEqual(filterOptions(list))
  expect(filterOptions(list, 'Telex').at(-1)).toEqual({ name: 'Telex', label: 'Telex' })
})

test('a part stands alone while its category is archived', () => {
  const archived = list.map((each) => (each.name === 'Travel' ? { ...each, isArchived: true } : each))
  const offered = archived.filter(({ isArchived }) => !isArchived)
  expect(branchesOf(offered).map(({ category: { name } }) => name)).toEqual([
    'Hotels',
    'Rent',
    'Flights',
    'Software',
  ])
  expect(names(categoryOptions(archived))).not.toContain('Travel')
})

test('the standard list gives its names as they are', () => {
  const standard = standardCategories(['Rent', 'Other'])
  expect(categoryOptions(standard)).toEqual([
    { name: 'Rent', label: 'Rent' },
    { name: 'Other', label: 'Other' },
  ])
})

test('a preset category is used where it is offered', () => {
  expect(offeredOr(list, 'Rent')).toBe('Rent')
  expect(offeredOr(list, 'Fax')).toBe('Travel')
  expect(offeredOr([], 'Other')).toBe('Other')
})

test('gray is no color of its own', () => {
  expect(coloursOf({ categories: list })).toEqual({ Travel: 'blue', Flights: 'red' })
})

test('a category moves past the ones beside it, with its parts', () => {
  const after = (moved: string[] | null) =>
    branchesOf((moved ?? []).map((name) => list.find((each) => each.name === name)!))
      .filter(({ category: { isArchived } }) => !isArchived)
      .flatMap(({ category: { name }, parts }) => [name, ...names(parts)])
  expect(after(movedNames(list, 'Travel', 1))).toEqual(['Rent', 'Travel', 'Hotels', 'Flights', 'Software'])
  expect(after(movedNames(list, 'Software', -1))).toEqual(['Travel', 'Hotels', 'Flights', 'Software', 'Rent'])
  expect(movedNames(list, 'Rent', 1)).not.toContain('Fax')
})

test('a part moves among the parts of its category only', () => {
  const order = movedNames(list, 'Flights', -1) ?? []
  expect(order.indexOf('Flights')).toBeLessThan(order.indexOf('Hotels'))
  expect(movedNames(list, 'Hotels', -1)).toBeNull()
  expect(movedNames(list, 'Flights', 1)).toBeNull()
})

test('there is nothing before the first and nothing after the last', () => {
  expect(movedNames(list, 'Travel', -1)).toBeNull()
  expect(movedNames(list, 'Software', 1)).toBeNull()
  expect(movedNames(list, 'Fax', -1)).toBeNull()
})
