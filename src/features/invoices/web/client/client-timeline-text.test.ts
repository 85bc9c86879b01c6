import { expect, test } from 'vitest'
import type { ClientTimelineEntry } from '../../client/contract.ts'
import { clientTimelineText } from './client-timeline-text.ts'

const entry = (overrides: Partial<ClientTimelineEntry>): ClientTimelineEntry => ({
  id: 'c6a1f6a0-0000-4000-8000-000000000000',
  at: '2026-11-18T12:00:00.000Z',
  kind: 'created',
  invoice: { id: 'c6a1f6a0-0000-4000-8000-000000000001', number: 'A1', currency: 'EUR' },
  amountMinor: null,
  isTest: false,
  note: null,
  to: null,
  reason: null,
  waitsForAccount: false,
  who: null,
  ...overrides,
})

test('what happened is said in the words of the invoice’s own timeline, in its currency', () => {
  expect(clientTimelineText(entry({ kind: 'payment', amountMinor: 1250 })).title).toBe('€12.50 received')
  expect(clientTimelineText(entry({ kind: 'viewed' })).title).toBe('Viewed by the client')
  expect(clientTimelineText(entry({ kind: 'says-paid', note: 'by transfer' }))).toMatchObject({
    quote: 'by transfer',
  })
})

test('what happened to the client names no invoice', () => {
  const own = (kind: ClientTimelineEntry['kind'], note: string | null = null) =>
    clientTimelineText(entry({ kind, note, invoice: null })).title
  expect(own('client-notes')).toBe('Notes changed')
  expect(own('client-merged', 'Acme')).toBe('Acme was merged into this client')
  expect(own('client-merged')).toBe('Another client was merged into this client')
})

test('a statement says to whom it went, or why it did not get there', () => {
  const mailed = (overrides: Partial<ClientTimelineEntry>) =>
    clientTimelineText(entry({ invoice: null, to: 'client@example.com', ...overrides }))
  expect(mailed({ kind: 'mail-sent' })).toEqual({ title: 'Statement emailed to client@example.com' })
  expect(mailed({ kind: 'mail-queued' }).title).toBe('Sending the statement to client@example.com')
  expect(mailed({ kind: 'mail-failed', reason: 'No such mailbox.' }).title).toBe(
    'The statement could not be delivered to client@example.com: No such mailbox.',
  )
  expect(mailed({ kind: 'mail-held' }).detail).toBe('The statement will then be sent to client@example.com.')
})
