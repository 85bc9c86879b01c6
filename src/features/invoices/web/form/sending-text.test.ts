import { expect, test } from 'vitest'
import { mailedText } from './sending-text.ts'

const known = { at: '2026-11-06T02:00:00.000Z', to: 'now@example.com', timeZone: 'America/New_York' }
const entry = {
  mail: 'invoice',
  at: '2026-11-08T12:00:00.000Z',
  to: 'then@example.com',
  waitsForAccount: false,
} as const
const later = { ...entry, at: '2026-11-09T12:00:00.000Z' }
const changed = { ...later, mail: null, kind: 'changed', to: null } as const
const reminded = { ...later, mail: 'reminder', kind: 'mail-failed', to: 'late@example.com' } as const

test('until the timeline is there, what the invoice itself knows, in the business’s time zone', () => {
  expect(mailedText({ ...known, entries: [] })).toBe(
    'Emailed on Nov 5, 2026 to now@example.com. Use Email to send it again.',
  )
})

test('the last mail with the invoice, to whom it went then', () => {
  const entries = [
    changed,
    reminded,
    { ...entry, kind: 'mail-sent' as const },
    { ...entry, kind: 'mail-failed' as const },
  ]
  expect(mailedText({ ...known, entries })).toBe(
    'Emailed on Nov 8, 2026 to then@example.com. Use Email to send it again.',
  )
})

test.each([
  ['mail-held', 'Will be sent to then@example.com once you’ve confirmed your own email address.'],
  ['mail-failed', 'Could not be delivered to then@example.com. Use Email to send it again.'],
] as const)('a mail that has not arrived is not called mailed: %s', (kind, words) => {
  expect(mailedText({ ...known, entries: [{ ...entry, kind }] })).toBe(words)
})

test.each(['mail-queued', 'mail-failed'] as const)(
  'a mail that waits for the business’s own account needs no second sending: %s',
  (kind) => {
    const entries = [{ ...entry, kind, waitsForAccount: true }]
    expect(mailedText({ ...known, entries })).toBe(
      'Could not be delivered to then@example.com. ' +
        'It will be sent automatically once your email settings in Integrations are fixed.',
    )
  },
)
