import { expect, test } from 'vitest'
import { timelineLookOf } from './timeline-look.ts'

test('a mail that waits for the business’s own account stands out, one on its way does not', () => {
  const inkOf = (kind: 'mail-queued' | 'mail-failed', waitsForAccount: boolean) =>
    timelineLookOf({ kind, mail: 'invoice', waitsForAccount }).ink
  expect(inkOf('mail-queued', false)).toContain('text-accent')
  expect(inkOf('mail-queued', true)).toContain('text-attention')
  expect(inkOf('mail-failed', false)).toContain('text-negative')
  expect(inkOf('mail-failed', true)).toContain('text-negative')
})

test('a reminder that went out is told apart from the invoice itself', () => {
  const sent = { kind: 'mail-sent', waitsForAccount: false } as const
  expect(timelineLookOf({ ...sent, mail: 'reminder' }).icon).not.toBe(
    timelineLookOf({ ...sent, mail: 'invoice' }).icon,
  )
})
