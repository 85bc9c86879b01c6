import { expect, test } from 'vitest'
import { countText, mailKindText, reasonText, sizeText } from './mail-text.ts'

test('a kind that has no words is shown as it is, also one with the name of something built in', () => {
  expect(['reset-password', 'brand-new', 'constructor'].map(mailKindText)).toEqual([
    'Password reset link',
    'brand-new',
    'constructor',
  ])
})

const failed = { state: 'failed', attempts: 9, lastError: 'No such mailbox.', canSendAgain: true } as const

test.each([
  [failed, 'No such mailbox.'],
  [{ ...failed, lastError: null }, 'The reason is unknown.'],
  [
    { ...failed, canSendAgain: false },
    'No such mailbox. It can’t be sent again because it contained a secret link, which isn’t stored. The person can request a new one.',
  ],
  [{ ...failed, state: 'queued', attempts: 0, lastError: null } as const, null],
  [
    { ...failed, state: 'queued', attempts: 1 } as const,
    'No such mailbox. Tried once. We’ll try again later.',
  ],
  [
    { ...failed, state: 'queued', attempts: 3, lastError: null } as const,
    'Tried 3 times. We’ll try again later.',
  ],
  [
    { ...failed, state: 'held', lastError: null } as const,
    'It will be sent once the owner of the business has confirmed an address and isn’t suspended.',
  ],
  [{ ...failed, state: 'sent' } as const, null],
])('%j reads %j', (mail, words) => {
  expect(reasonText(mail)).toBe(words)
})

test('only what there is any of is counted', () => {
  expect(countText({ queued: 0, held: 0, failed: 0 })).toBe('Nothing is queued, waiting or failed.')
  expect(countText({ queued: 1200, held: 0, failed: 2 })).toBe('Right now: 1,200 queued, 2 failed.')
})

test('sizes are short', () => {
  expect([0, 1, 999, 1000, 9949, 12_345, 999_499, 999_500, 3_000_000].map(sizeText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.0 kB',
    '9.9 kB',
    '12 kB',
    '999 kB',
    '1.0 MB',
    '3.0 MB',
  ])
})
