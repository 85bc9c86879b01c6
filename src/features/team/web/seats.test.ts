import { expect, test } from 'vitest'
import type { Session } from '../../auth/contract.ts'
import type { Invitation, Member, Team } from '../contract.ts'
import { formerOwnerRole, hasFreeSeat, isManaged, noOtherBusiness, rolesToGive } from './seats.ts'

const member = (role: Member['role'], change: Partial<Member> = {}): Member => ({
  userId: role,
  name: role,
  email: `${role}@example.com`,
  role,
  joinedAt: '2026-11-01T10:00:00.000Z',
  isPaused: false,
  isOffered: false,
  ...change,
})

const invitation = (isExpired: boolean): Invitation => ({
  id: 'i',
  email: 'new@example.com',
  role: 'viewer',
  invitedBy: 'owner',
  sentAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-08T10:00:00.000Z',
  isExpired,
})

const team = (seats: Team['seats'], change: Partial<Team> = {}): Team => ({
  members: [member('owner')],
  invitations: [],
  seats,
  ...change,
})

test('Pro has one seat, which an invitation takes until it expires', () => {
  expect(hasFreeSeat(team('one-accountant'))).toBe(true)
  expect(hasFreeSeat(team('one-accountant', { invitations: [invitation(false)] }))).toBe(false)
  expect(hasFreeSeat(team('one-accountant', { invitations: [invitation(true)] }))).toBe(true)
})

test('a member takes the seat of Pro, unless they are paused', () => {
  expect(hasFreeSeat(team('one-accountant', { members: [member('owner'), member('viewer')] }))).toBe(false)
  const paused = member('sales', { isPaused: true })
  expect(hasFreeSeat(team('one-accountant', { members: [member('owner'), paused] }))).toBe(true)
})

test('Enterprise has seats for all roles, Free for none', () => {
  expect(hasFreeSeat(team('all', { members: [member('owner'), member('admin')] }))).toBe(true)
  expect(hasFreeSeat(team('none'))).toBe(false)
  expect(rolesToGive('all')).toEqual(['admin', 'bookkeeper', 'sales', 'viewer'])
  expect(rolesToGive('one-accountant')).toEqual(['viewer'])
  expect(rolesToGive('none')).toEqual([])
})

test('whoever hands the business over takes the seat that the plan has', () => {
  expect(formerOwnerRole('all')).toBe('admin')
  expect(formerOwnerRole('one-accountant')).toBe('viewer')
})

test('neither the owner nor oneself is managed in the list', () => {
  expect(isManaged(member('sales'), 'admin')).toBe(true)
  expect(isManaged(member('admin'), 'admin')).toBe(false)
  expect(isManaged(member('owner'), 'admin')).toBe(false)
})

test('another business needs Enterprise, except for a person who owns none', () => {
  const here = { id: 'here', name: 'Here', role: 'owner' as const }
  const session = (businesses: Session['businesses']) =>
    ({ business: { id: 'here' }, businesses }) as unknown as Session
  expect(noOtherBusiness(session([here]), 'free')).toContain('Enterprise')
  expect(noOtherBusiness(session([here]), 'pro')).toContain('Enterprise')
  expect(noOtherBusiness(session([here]), 'enterprise')).toBeUndefined()
  expect(noOtherBusiness(session([{ ...here, role: 'sales' }]), 'free')).toBeUndefined()
  // The plan of the other one is not known here.
  expect(noOtherBusiness(session([here, { ...here, id: 'other' }]), 'free')).toBeUndefined()
})
