import { afterEach, expect, test, vi } from 'vitest'
import { tabMemory } from '../../../../test/support/tab-memory.ts'
import { forgetInvitation, keepInvitation, readInvitationToken } from './invitation-token.ts'

afterEach(() => vi.unstubAllGlobals())

test('the secret of the link outlives the way over the sign-in page, and a newer link replaces it', () => {
  vi.stubGlobal('sessionStorage', tabMemory())
  expect(readInvitationToken('')).toBeNull()
  expect(readInvitationToken('#token=one')).toBe('one')
  keepInvitation('one')
  expect(readInvitationToken('')).toBe('one')
  expect(readInvitationToken('#token=two')).toBe('two')
  forgetInvitation()
  expect(readInvitationToken('')).toBeNull()
})
