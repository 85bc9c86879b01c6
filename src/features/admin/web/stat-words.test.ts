import { expect, test } from 'vitest'
import { countWords, monthWords, revenueNote, trialsNote } from './stat-words.ts'

test('figures say in a few words what they count', () => {
  expect(countWords(104212)).toBe('104,212')
  expect([0, 1, 1200].map(trialsNote)).toEqual(['None in a trial', '1 in its trial', '1,200 in their trial'])
  expect([true, false].map(revenueNote)).toEqual(['Sandbox: no real money', 'Paid for subscriptions'])
})

test('the month is the one that it is where the admin is', () => {
  const moment = new Date('2026-11-01T03:00:00Z')
  expect(monthWords('America/New_York', moment)).toBe('Since Oct 1, 2026')
  expect(monthWords('Asia/Tokyo', moment)).toBe('Since Nov 1, 2026')
})
