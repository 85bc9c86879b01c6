import { expect, test } from 'vitest'
import { categoryFormValues, checkCategoryForm, possibleParents, toCategoryBody } from './category-form.ts'
import { standardCategories } from './category-options.ts'

const empty = categoryFormValues(null)

test('a name is needed, and has a limit', () => {
  expect(checkCategoryForm('expense', { ...empty, name: '  ' })).toEqual({ name: 'Please enter a name.' })
  expect(checkCategoryForm('expense', { ...empty, name: 'x'.repeat(61) })).toEqual({
    name: 'Please use at most 60 characters.',
  })
  expect(checkCategoryForm('expense', { ...empty, name: 'x'.repeat(60) })).toEqual({})
})

test('nothing chosen is no parent', () => {
  expect(toCategoryBody({ ...empty, name: ' Flights ' })).toMatchObject({ name: 'Flights', parent: null })
  expect(toCategoryBody({ ...empty, name: 'Flights', parent: 'Travel' })).toMatchObject({ parent: 'Travel' })
})

test('a category can be a part of another one that is not a part itself', () => {
  const [travel, rent] = standardCategories(['Travel', 'Rent'])
  const list = standardCategories(['Travel', 'Rent', 'Flights', 'Fax']).map((each) => ({
    ...each,
    parent: each.name === 'Flights' ? 'Travel' : null,
    isArchived: each.name === 'Fax',
  }))
  expect(possibleParents(list, null)).toEqual(['Travel', 'Rent'])
  expect(possibleParents(list, rent!)).toEqual(['Travel'])
  expect(possibleParents(list, travel!)).toEqual([])
  expect(possibleParents(list, { ...rent!, parent: 'Fax' })).toEqual(['Travel', 'Fax'])
})
