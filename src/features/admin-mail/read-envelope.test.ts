import { expect, test } from 'vitest'
import { readEnvelope } from './read-message.ts'

test('names, addresses and the subject, from a head that is cut off in the middle of a part', async () => {
  const head = [
    'From: "Test Owner" <owner@example.com>',
    'To: =?utf-8?q?Gr=C3=BC=C3=9Fe?= <one@example.com>, Team: two@example.com, three@example.com;',
    'Reply-To: owner@example.com',
    'Subject: =?utf-8?q?Hello_=E2=80=AEevil?=',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    'To: nobody@example.com',
    '',
    '<p>Subject: other',
  ]
  expect(await readEnvelope(Buffer.from(head.join('\r\n')))).toEqual({
    from: 'Test Owner <owner@example.com>',
    to: 'Grüße <one@example.com>, two@example.com, three@example.com',
    replyTo: 'owner@example.com',
    subject: 'Hello evil',
  })
})

test.each([
  ['nothing', ''],
  ['no header', '\r\n\r\nFrom: owner@example.com'],
  ['bytes', '\u0000\u0001\u00ff\r\n'],
])('of what has none it is empty: %s', async (_what, text) => {
  const empty = { from: '', to: '', replyTo: null, subject: '' }
  const envelope = await readEnvelope(Buffer.from(text))
  expect(envelope).toEqual(empty)
})

test('a header without end is read as far as is bearable', async () => {
  const to = Array.from({ length: 100_000 }, (_, n) => `client${n}@example.com`).join(', ')
  const envelope = await readEnvelope(Buffer.from(`To: ${to}\r\nSubject: Late\r\n\r\nHello`))
  expect(envelope.to).toMatch(/^client0@example\.com, client1@example\.com, /)
  expect(envelope.to.length).toBeLessThan(17_000)
})
