import { describe, expect, test } from 'vitest'
import type { AdminUser } from '../contract.ts'
import {
  type UserAct,
  dayOf,
  doneText,
  failureTitles,
  nameOf,
  questionOf,
  shownCountText,
} from './user-text.ts'

const own = '3f0e6f52-5d0b-4a40-8a3c-0d1f8f6b7a11'
const user: AdminUser = {
  id: 'b2b7c3a4-1d2e-4f50-9a61-7c8d9e0f1a2b',
  name: 'Test Owner',
  email: 'owner@customer.example',
  emailVerified: true,
  businessName: 'Test Business',
  subscriptionStatus: 'free',
  subscriptionEndDate: null,
  role: 'user',
  createdAt: '2026-11-01T03:00:00.000Z',
  lastSignInAt: null,
  suspendedAt: null,
}

describe('what is asked', () => {
  test('names the person and what it means, and can be confirmed', () => {
    for (const act of Object.keys(failureTitles) as UserAct[]) {
      const { description, confirm } = questionOf(act, user, own)
      expect(description).toContain('owner@customer.example')
      expect(confirm?.busyLabel).toMatch(/\.\.\.$/)
    }
    expect(questionOf('make-admin', { ...user, name: '' }, own).title).toBe(
      'Make owner@customer.example an admin?',
    )
  })

  test('to suspend says what ends, what waits and what goes on', () => {
    const points = questionOf('suspend', user, own).points?.join(' ')
    expect(points).toMatch(/signed out everywhere right away .* can’t sign in/)
    expect(points).toMatch(/Email from their business is held/)
    expect(points).toMatch(/Invoice links keep working/)
  })

  test('of what cannot be done, only says why', () => {
    const self = questionOf('remove-admin', { ...user, id: own, role: 'admin' }, own)
    expect(self).toMatchObject({ title: 'This is your own account' })
    expect(self.confirm).toBeUndefined()
    const suspended = questionOf('make-admin', { ...user, suspendedAt: user.createdAt }, own)
    expect(suspended.description).toContain('Restore Test Owner first')
    expect(suspended.confirm).toBeUndefined()
  })
})

test('a changed role is told as specified', () => {
  expect(doneText('make-admin', user).title).toBe('User role updated to admin.')
  expect(doneText('remove-admin', user).title).toBe('User role updated to user.')
  expect(failureTitles['make-admin']).toBe('Failed to update user role')
})

test('people without a name go by their address, days by the calendar of who looks', () => {
  expect(nameOf({ ...user, name: '' })).toBe('owner@customer.example')
  expect(dayOf('America/New_York', user.createdAt)).toBe('Oct 31, 2026')
})

test('it says how many are shown', () => {
  expect([shownCountText(1, false), shownCountText(3, false), shownCountText(50, true)]).toEqual([
    '1 user',
    '3 users',
    'The newest 50 are shown.',
  ])
})
