import { expect, test } from 'vitest'
import { type TimelineEntry, isSettling, textFor as textIn } from './timeline-text.ts'

const textFor = (one: TimelineEntry, earlier: TimelineEntry[] = []) => textIn(one, 'USD', earlier)

function entry(kind: TimelineEntry['kind'], more: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    id: '5f0c3e43-6e16-4a53-9df8-1a4f4a3d9f52',
    at: '2026-11-05T20:40:00Z',
    kind,
    amountMinor: null,
    isTest: false,
    to: null,
    mail: null,
    offsetDays: null,
    reason: null,
    waitsForAccount: false,
    note: null,
    who: null,
    ...more,
  }
}

test('what happened is said in words', () => {
  expect(textFor(entry('created')).title).toBe('Created')
  expect(textFor(entry('duplicated')).title).toBe('Copied from another invoice')
  expect(textFor(entry('changed')).title).toBe('Changed')
  expect(textFor(entry('viewed')).title).toBe('Viewed by the client')
  expect(textFor(entry('paid')).title).toBe('Paid, with nothing left due')
})

test('an approval says what was asked and decided, and why an invoice was sent back', () => {
  expect(textFor(entry('approval-asked'))).toEqual({ title: 'Waits for approval' })
  expect(textFor(entry('approved'))).toEqual({ title: 'Approved' })
  expect(textFor(entry('sent-back', { note: 'Wrong hours.' }))).toEqual({
    title: 'Sent back',
    quote: 'Wrong hours.',
  })
})

test('a mail says to whom, and why it did not get there', () => {
  const to = 'billing@shop.example'
  expect(textFor(entry('mail-queued', { to }))).toEqual({ title: `Sending to ${to}` })
  expect(textFor(entry('mail-queued', { to, reason: 'The mail server is away.' })).detail).toBe(
    'It will be tried again. Last error: The mail server is away.',
  )
  expect(textFor(entry('mail-sent', { to })).title).toBe(`Emailed to ${to}`)
  expect(textFor(entry('mail-failed', { to, reason: 'No such mailbox.' })).title).toBe(
    `Could not be delivered to ${to}: No such mailbox.`,
  )
  expect(textFor(entry('mail-held', { to }))).toEqual({
    title: 'Waiting for you to confirm your own email address',
    detail: `It will then be sent to ${to}.`,
  })
})

test('a credit note is told by its number and amount, and its mail by its name', () => {
  const credited = entry('credited', { amountMinor: 20_000, note: 'CN-0001' })
  expect(textFor(credited).title).toBe('Credit note CN-0001 for $200.00')
  expect(textFor(entry('cancelled')).title).toBe('Canceled, with nothing left due')
  const mailed = entry('mail-sent', { to: 'billing@shop.example', mail: 'credit-note' })
  expect(textFor(mailed).title).toBe('Credit note emailed to billing@shop.example')
})

test('money is told by its amount, where one was noted', () => {
  const said = (kind: TimelineEntry['kind'], amountMinor: number | null) =>
    textFor(entry(kind, { amountMinor })).title
  expect(said('paid', 10_000)).toBe('Paid $100.00')
  expect(said('payment', 4000)).toBe('$40.00 received')
  expect(said('overpaid', 10_000)).toBe('Overpaid by $100.00')
  expect(said('refunded', 2000)).toBe('$20.00 refunded')
  expect(said('refund-failed', 2000)).toBe('A refund of $20.00 failed')
  expect(said('undone', 4000)).toBe('A payment of $40.00 was undone')
  expect(said('refunded', null)).toBe('Refunded')
  const removed = entry('undone', { amountMinor: 4000, isTest: true })
  expect(textFor(removed).title).toBe('A test payment of $40.00 was removed')
})

test('money is told in the currency of the invoice', () => {
  expect(textIn(entry('payment', { amountMinor: 4000 }), 'EUR').title).toBe('€40.00 received')
  expect(textIn(entry('paid', { amountMinor: 4000 }), 'JPY').title).toBe('Paid ¥4,000')
})

test('what settles the rest is told apart from what pays it all at once', () => {
  const last = entry('paid', { amountMinor: 73_400 })
  expect(textFor(last, [entry('changed'), entry('created')]).title).toBe('Paid $734.00')
  const part = entry('payment', { amountMinor: 50_000 })
  expect(textFor(last, [part, entry('created')]).title).toBe('Paid in full with $734.00')
  const refunded = [entry('refunded', { amountMinor: 73_400 }), entry('paid', { amountMinor: 123_400 })]
  expect(textFor(last, refunded).title).toBe('Paid in full with $734.00')
})

test('a mail with the receipt says so', () => {
  const receipt = { to: 'billing@shop.example', mail: 'receipt' } as const
  expect(textFor(entry('mail-queued', receipt))).toEqual({
    title: 'Sending the receipt to billing@shop.example',
  })
  expect(textFor(entry('mail-sent', receipt)).title).toBe('Receipt emailed to billing@shop.example')
  expect(textFor(entry('mail-failed', { ...receipt, reason: 'No such mailbox.' })).title).toBe(
    'The receipt could not be delivered to billing@shop.example: No such mailbox.',
  )
  expect(textFor(entry('mail-held', receipt)).detail).toBe(
    'The receipt will then be sent to billing@shop.example.',
  )
})

test('a mail with a reminder says so, and which one of the series it is', () => {
  const to = 'billing@shop.example'
  const reminder = { to, mail: 'reminder', offsetDays: -3 } as const
  const planned = 'The one planned 3 days before the due date.'
  expect(textFor(entry('mail-queued', reminder))).toEqual({
    title: `Sending a reminder to ${to}`,
    detail: planned,
  })
  expect(textFor(entry('mail-queued', { ...reminder, reason: 'The mail server is away.' })).detail).toBe(
    'It will be tried again. Last error: The mail server is away.',
  )
  expect(textFor(entry('mail-queued', { ...reminder, waitsForAccount: true })).title).toBe(
    `A reminder is waiting to be sent to ${to}`,
  )
  expect(textFor(entry('mail-sent', reminder))).toEqual({
    title: `Reminder emailed to ${to}`,
    detail: planned,
  })
  expect(textFor(entry('mail-sent', { ...reminder, offsetDays: null })).detail).toBe('Sent by you.')
  expect(textFor(entry('mail-held', reminder)).detail).toBe(`The reminder will then be sent to ${to}.`)
  const reason = 'The invoice was paid before the reminder could leave.'
  expect(textFor(entry('mail-failed', { ...reminder, reason })).title).toBe(
    `The reminder to ${to} was not delivered: ${reason}`,
  )
})

test('what became of reminders that did not go out is said as well', () => {
  const said = { title: 'The client says it’s paid', detail: 'Reminders were paused.' }
  expect(textFor(entry('says-paid'))).toEqual(said)
  expect(textFor(entry('says-paid', { note: 'By transfer' }))).toEqual({ ...said, quote: 'By transfer' })
  expect(textFor(entry('reminders-paused')).title).toBe('Reminders paused')
  expect(textFor(entry('reminders-resumed')).title).toBe('Reminders resumed')
  expect(textFor(entry('reminder-skipped', { offsetDays: 0 }))).toEqual({
    title: 'Reminder skipped',
    detail: 'The one planned on the due date.',
  })
  expect(textFor(entry('reminder-missed', { offsetDays: 7 }))).toEqual({
    title: 'Reminder not sent: 7 days after the due date',
    detail: 'A later one was due by the time it could be sent.',
  })
  expect(textFor(entry('recurred')).title).toBe('Created by a recurring invoice')
})

test('a mail that waits for the business’s own account is not called on its way', () => {
  const waiting = { to: 'billing@shop.example', reason: 'Wrong password.', waitsForAccount: true }
  expect(textFor(entry('mail-queued', waiting))).toEqual({
    title: 'Waiting to be sent to billing@shop.example',
    detail: 'It will be tried again. Last error: Wrong password.',
  })
  expect(textFor(entry('mail-queued', { ...waiting, mail: 'receipt' })).title).toBe(
    'The receipt is waiting to be sent to billing@shop.example',
  )
})

test('only a mail that is on its way is worth another look', () => {
  expect(isSettling([entry('mail-queued'), entry('created')])).toBe(true)
  expect(isSettling([entry('mail-sent'), entry('mail-failed'), entry('mail-held')])).toBe(false)
})
