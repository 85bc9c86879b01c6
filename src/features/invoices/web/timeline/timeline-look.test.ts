import { expect, test } from 'vitest'
import { lookOf } from './timeline-look.ts'

test('a mail that waits for the business’s own account stands out, one on its way does not', () => {
  const inkOf = (kind: 'mail-queued' | 'mail-failed', waitsForAccount: boolean) =>
    lookOf({ kind, mail: 'invoice', waitsForAccount }).ink
  expect(inkOf('mail-queued', false)).toContain('text-accent')
  expect(inkOf('mail-queued', true)).toContain('text-attention')
  expect(inkOf('mail-failed', false)).toContain('text-negative')
  expect(inkOf('mail-failed', true)).toContain('text-negative')
})

test('a reminder that went out is told apart from the invoice itself', () => {
  const sent = { kind: 'mail-sent', waitsForAccount: false } as const
  expect(lookOf({ ...sent, mail: 'reminder' }).icon).not.toBe(lookOf({ ...sent, mail: 'invoice' }).icon)
})
