import { expect, test } from 'vitest'
import { recurringName } from './recurring-kind.ts'

test('goes by the first line of its notes, or else by its category', () => {
  expect(recurringName({ category: 'Rent', notes: ' Workshop \nMill Lane 4' })).toBe('Workshop')
  expect(recurringName({ category: 'Rent', notes: '' })).toBe('Rent')
})
