import { expect, test } from 'vitest'
import { approvedText, savedText, waitsText } from './saved-text.ts'

const client = { email: 'billing@shop.example' }
const draft = { approval: null, sentAt: null, client }
const emailed = { ...draft, sentAt: '2026-11-05T20:40:00Z' }

test('an invoice that waits is never said to be on its way', () => {
  for (const before of [null, 'waiting', 'returned'] as const) {
    expect(savedText({ ...draft, approval: 'waiting' }, before, false)).toBe(waitsText)
  }
})

test('an invoice that never waited has nothing to say', () => {
  expect(savedText(draft, null, false)).toBeNull()
  expect(savedText(emailed, null, true)).toBeNull()
})

test('whoever may approve is told that saving approved it, and whether it was emailed', () => {
  expect(savedText(emailed, 'waiting', true)).toBe(
    'It’s approved now. It’s being emailed to billing@shop.example.',
  )
  expect(savedText(draft, 'returned', true)).toBe('It’s approved now. It can be sent to the client now.')
  expect(savedText(draft, 'returned', false)).toBe(
    'It no longer needs approval. It can be sent to the client now.',
  )
})

test('an approval says where the invoice is now', () => {
  expect(approvedText(emailed)).toContain('billing@shop.example')
  expect(approvedText(draft)).toBe('It can be sent to the client now.')
})
