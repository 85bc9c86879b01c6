import { expect, test } from 'vitest'
import { countText, monthText, revenueNote, trialsNote } from './stat-text.ts'

test('figures say in a few words what they count', () => {
  expect(countText(104212)).toBe('104,212')
  expect([0, 1, 1200].map(trialsNote)).toEqual(['None in a trial', '1 in its trial', '1,200 in their trial'])
  expect([true, false].map(revenueNote)).toEqual(['Sandbox: no real money', 'Paid for subscriptions'])
})

test('the month is the one that it is where the admin is', () => {
  const moment = new Date('2026-11-01T03:00:00Z')
  expect(monthText('America/New_York', moment)).toBe('Since Oct 1, 2026')
  expect(monthText('Asia/Tokyo', moment)).toBe('Since Nov 1, 2026')
})
