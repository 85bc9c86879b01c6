import { expect, test } from 'vitest'
import { readAdminUrlState } from './admin-url-state.ts'

test('the place is read from the address, and what it does not know is left out', () => {
  const known = { tab: 'email', search: 'studio', show: 'suspended' }
  expect(readAdminUrlState(known)).toEqual(known)
  expect(readAdminUrlState({ tab: 'users', search: '', show: 'everybody', page: '2' })).toEqual({})
})
