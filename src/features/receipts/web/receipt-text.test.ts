import { expect, test } from 'vitest'
import { confirmedText, receiptName, sizeText } from './receipt-text.ts'

test('sizes are short', () => {
  expect([1, 40_000, 999 * 1024, 1000 * 1024, 148 * 1024 ** 2, 5 * 1024 ** 3].map(sizeText)).toEqual([
    '1 KB',
    '39 KB',
    '999 KB',
    '1 MB',
    '148 MB',
    '5 GB',
  ])
})

test('a receipt is named by its merchant, or by its file until that is known', () => {
  expect(receiptName({ merchant: 'Hill Street Hardware', fileName: 'a.jpg' })).toBe('Hill Street Hardware')
  expect(receiptName({ merchant: null, fileName: 'a.jpg' })).toBe('a.jpg')
  expect(receiptName({ merchant: null, fileName: '' })).toBe('Receipt')
})

test('what became of confirmed receipts is counted', () => {
  expect(confirmedText({ attached: 1, created: 2, skipped: ['a'] })).toBe(
    '1 receipt attached. 2 expenses added. 1 receipt left to check: a field is missing, or the period is closed.',
  )
  expect(confirmedText({ attached: 0, created: 0, skipped: [] })).toBe('Nothing had to be done.')
})
