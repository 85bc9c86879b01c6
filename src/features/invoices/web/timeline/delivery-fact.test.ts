import { expect, test } from 'vitest'
import { deliveryFact } from './delivery-fact.ts'

const sent = {
  status: 'pending' as Parameters<typeof deliveryFact>[0]['status'],
  sentAt: '2026-11-05T20:40:00.000Z',
  viewedAt: null,
  client: { email: 'now@shop.example' },
}
const mail = (kind: 'mail-sent' | 'mail-failed' | 'mail-held' | 'mail-queued', waitsForAccount = false) => ({
  kind,
  mail: 'invoice' as const,
  at: '2026-11-06T20:40:00.000Z',
  to: 'then@shop.example',
  waitsForAccount,
})
const fact = (invoice: Parameters<typeof deliveryFact>[0], entries: ReturnType<typeof mail>[] = []) =>
  deliveryFact(invoice, entries, 'UTC')

test('an emailed invoice says to whom, when, and whether it was viewed', () => {
  expect(fact(sent, [mail('mail-sent'), mail('mail-failed')])).toEqual({
    text: 'Emailed on Nov 6, 2026',
    detail: 'To then@shop.example. Not viewed yet.',
  })
  expect(fact({ ...sent, viewedAt: '2026-11-07T09:00:00.000Z' })).toEqual({
    text: 'Emailed on Nov 5, 2026',
    detail: 'To now@shop.example. Viewed on Nov 7, 2026.',
  })
})

test('one that was never emailed may have been viewed all the same', () => {
  const unsent = { ...sent, sentAt: null }
  expect(fact(unsent)).toEqual({ text: 'Not emailed', detail: 'Not viewed yet.' })
  expect(fact({ ...unsent, viewedAt: '2026-11-07T09:00:00.000Z' }).detail).toBe('Viewed on Nov 7, 2026.')
})

test('an email that is held, on its way or refused says what to do', () => {
  expect(fact(sent, [mail('mail-queued')])).toEqual({
    text: 'Sending',
    detail: 'To then@shop.example. Not viewed yet.',
  })
  expect(fact(sent, [mail('mail-held')])).toEqual({
    text: 'Waiting to be emailed',
    detail: 'To then@shop.example, once you confirm your own email address.',
  })
  expect(fact(sent, [mail('mail-failed')])).toEqual({
    text: 'Couldn’t be emailed',
    detail: 'To then@shop.example. Use Email to send it again.',
    isProblem: true,
  })
  expect(fact(sent, [mail('mail-failed', true)]).detail).toContain('email settings in Integrations')
})

test.each(['mail-queued', 'mail-held', 'mail-failed'] as const)(
  'an email that is %s for a cancelled invoice needs nothing any more',
  (kind) => {
    const cancelled = { ...sent, status: 'cancelled' as const }
    expect(fact(cancelled, [mail(kind)])).toEqual({ text: 'Not emailed', detail: 'Not viewed yet.' })
    expect(fact(cancelled, [mail(kind), mail('mail-sent')]).text).toBe('Emailed on Nov 6, 2026')
    expect(fact(cancelled).text).toBe('Emailed on Nov 5, 2026')
  },
)
