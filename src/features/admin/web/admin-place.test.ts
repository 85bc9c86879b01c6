import { expect, test } from 'vitest'
import { readAdminPlace } from './admin-place.ts'

test('the place is read from the address, and what it does not know is left out', () => {
  const known = { tab: 'email', search: 'studio', show: 'suspended' }
  expect(readAdminPlace(known)).toEqual(known)
  expect(readAdminPlace({ tab: 'users', search: '', show: 'everybody', page: '2' })).toEqual({})
})
