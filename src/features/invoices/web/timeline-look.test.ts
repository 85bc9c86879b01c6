import { expect, test } from 'vitest'

import { lookOf } from './timeline-look.ts'

test('a mail that waits for the business’s own account stands out, one on its way does not', () => {
  const inkOf = (kind: 'mail-queued' | 'mail-failed', waitsForAccount: boolean) =>
    lookOf({ kind, waitsForAccount }).ink
  expect(inkOf('mail-queued', false)).toContain('text-accent')
  expect(inkOf('mail-queued', true)).toContain('text-attention')
  expect(inkOf('mail-failed', false)).toContain('text-negative')
  expect(inkOf('mail-failed', true)).toContain('text-negative')
})
