import { expect, test } from 'vitest'
import { accountLabel, accountTypeLabel, maskedNumber, securityBand, securityScore } from './rules.ts'

test.each([
  [0, 0, 100],
  [1, 1, 100],
  [3, 2, 67],
  [8, 7, 88],
  [200, 199, 100],
  [2, 0, 0],
])('of %i accounts %i with an encrypted number make a score of %i', (accounts, encrypted, score) => {
  expect(securityScore({ accounts, encrypted })).toBe(score)
})

test.each([
  [100, 'Excellent'],
  [99, 'Good'],
  [80, 'Good'],
  [79, 'Fair'],
  [60, 'Fair'],
  [59, 'Poor'],
  [0, 'Poor'],
])('a score of %i is %s', (score, band) => {
  expect(securityBand(score)).toBe(band)
})

test('types of accounts are written with capitals', () => {
  expect(['checking', 'credit', 'money market', 'CD'].map(accountTypeLabel)).toEqual([
    'Checking',
    'Credit',
    'Money Market',
    'CD',
  ])
  expect(accountLabel({ institutionName: 'Chase', type: 'checking' })).toBe('Chase - Checking')
})

test('a number that is not known shows four zeros', () => {
  expect(maskedNumber('1234')).toBe('••••••1234')
  expect(maskedNumber(null)).toBe('••••••0000')
})
