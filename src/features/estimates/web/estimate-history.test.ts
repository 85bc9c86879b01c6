import { expect, test } from 'vitest'
import { validityText } from './estimate-facts.tsx'
import { estimateHistory } from './estimate-history.ts'
import { estimateStanding } from './estimate-standing.ts'

const content = { client: { name: 'Corner Bakery', email: 'bakery@example.com' } }
const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`
const nothing = {
  createdBy: null,
  sentBy: null,
  sentAt: null,
  viewedAt: null,
  remindedAt: null,
  decision: null,
}

test('the history is told newest first, with who answered', () => {
  const decision = {
    decision: 'accept' as const,
    at: at(4),
    name: 'Test Client',
    by: 'client' as const,
    note: '',
    ip: null,
    signature: null,
    who: null,
  }
  const full = {
    ...nothing,
    content,
    createdAt: at(1),
    sentAt: at(2),
    viewedAt: at(3),
    remindedAt: null,
    decision,
  }
  expect(estimateHistory(full).map(({ kind, title }) => [kind, title])).toEqual([
    ['accepted', 'Accepted by Test Client'],
    ['viewed', 'Viewed by your client'],
    ['sent', `Emailed to ${content.client.email}`],
    ['created', 'Created'],
  ])
  const byHand = { ...decision, decision: 'decline' as const, by: 'owner' as const, name: '' }
  expect(estimateHistory({ ...full, decision: byHand })[0]?.title).toBe('Declined by you')
  const inTeam = { ...byHand, who: 'Ada Lovelace' }
  expect(estimateHistory({ ...full, decision: inTeam }, true)[0]).toMatchObject({
    title: 'Marked as declined',
    who: 'Ada Lovelace',
  })
})

test('of what happened at the same moment, the later step comes first', () => {
  const same = { ...nothing, content, createdAt: at(1), sentAt: at(1), viewedAt: at(1) }
  expect(estimateHistory(same).map(({ kind }) => kind)).toEqual(['viewed', 'sent', 'created'])
})

test('before it is sent, there is only its beginning', () => {
  expect(estimateHistory({ ...nothing, content, createdAt: at(1) })).toHaveLength(1)
})

test('an estimate that its client has not got is a draft, and invoices matter most', () => {
  const draft = { status: 'open' as const, sentAt: null, viewedAt: null, hasInvoices: false, leftMinor: 100 }
  expect(estimateStanding(draft)).toBe('draft')
  expect(estimateStanding({ ...draft, sentAt: at(2) })).toBe('open')
  expect(estimateStanding({ ...draft, viewedAt: at(2) })).toBe('open')
  expect(estimateStanding({ ...draft, status: 'expired' })).toBe('expired')
  expect(estimateStanding({ ...draft, status: 'accepted', hasInvoices: true })).toBe('part-invoiced')
  expect(estimateStanding({ ...draft, status: 'accepted', hasInvoices: true, leftMinor: 0 })).toBe('invoiced')
})

test.each([
  ['2026-12-15', '30 days left'],
  ['2026-11-16', '1 day left'],
  ['2026-11-15', 'Today is the last day'],
  ['2026-11-12', 'Expired 3 days ago'],
])('validity is told in days: %s', (validUntil, text) => {
  expect(validityText(validUntil, '2026-11-15')).toBe(text)
})
