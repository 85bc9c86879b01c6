import { expect, test } from 'vitest'
import { invoiceDocument } from '../../../test/support/fixtures/invoice-document.ts'
import { renderReminderMail } from './send-reminder.ts'

const urls = { publicUrl: 'https://books.example.com/invoices/1/view', appUrl: 'https://books.example.com' }
const defaultText = { subject: null, body: null }

const render = (
  words: Parameters<typeof renderReminderMail>[1],
  today = '2026-11-28',
  overrides: Parameters<typeof invoiceDocument>[0] = {},
) => renderReminderMail(invoiceDocument(overrides, today), words, { ...urls, today })

test.each([
  ['2026-11-28', 'Invoice 3F2A9C41 is due on Dec 1, 2026'],
  ['2026-12-01', 'Invoice 3F2A9C41 is due today'],
  ['2026-12-02', 'Invoice 3F2A9C41 was due on Dec 1, 2026'],
])('on %s the usual words say: %s', (today, subject) => {
  const mail = render(defaultText, today)
  expect(mail.subject).toBe(subject)
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain(subject)
    expect(part).toContain('Hello Test Client,')
    expect(part).toContain('$1,698.11')
  }
})

test('the button leads to the invoice, and a quiet link to saying that it is paid, in both parts', () => {
  const { html, text } = render(defaultText)
  expect(html).toContain(`href="${urls.publicUrl}"`)
  expect(html).toMatch(/<a [^>]*href="[^"]*\/view\?paid=said"[^>]*>I have paid<\/a>/)
  expect(text).toContain(`View and pay invoice:\n${urls.publicUrl}\n`)
  expect(text).toContain(`I have paid:\n${urls.publicUrl}?paid=said\n`)
})

test('own words come with their values, in paragraphs', () => {
  const words = {
    subject: '{company}: {invoice}',
    body: 'Dear {client},\nstill {days} days.\n\n{link}\n\n\n{amount}',
  }
  const { subject, html, text } = render(words)
  expect(subject).toBe('Test Business: 3F2A9C41')
  expect(text).toContain(`Dear Test Client,\nstill 3 days.\n\n${urls.publicUrl}\n\n$1,698.11\n`)
  expect(html).toContain('Dear Test Client,<br>still 3 days.</p>')
})

test('amounts are in the currency and the number format of the invoice', () => {
  const german = { currency: 'EUR', locale: 'de-DE' }
  const words = { subject: '{amount} for {invoice}', body: 'Please pay {amount}.' }
  const { subject, html, text } = render(words, '2026-11-28', german)
  expect(subject.replaceAll('\u00a0', ' ')).toBe('1.698,11 € for 3F2A9C41')
  for (const part of [html, text]) {
    expect(part.replaceAll('\u00a0', ' ')).toContain('Please pay 1.698,11 €.')
    expect(part).not.toContain('$')
    expect(part).not.toContain('1,698')
  }
  expect(render(words, '2026-11-28', { currency: 'JPY', locale: 'en-US' }).subject).toContain('¥169,811')
})

test('neither words nor names become markup or another header', () => {
  const client = { ...invoiceDocument().client, contactName: '<b>{link}</b>\r\nBcc: all@example.com' }
  const words = { subject: '<i>{client}</i>', body: '<script>alert(1)</script> {client}' }
  const { subject, html } = render(words, '2026-11-28', { client })
  expect(subject).toBe('<i><b>{link}</b> Bcc: all@example.com</i>')
  expect(html).not.toMatch(/<script|<b>|<i>/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;{link}&lt;/b&gt;')
})

test('a part that was paid is taken off', () => {
  const movements = [{ kind: 'payment', on: '2026-11-10', method: 'cash', amountMinor: 69_811 }] as const
  const { text } = render(defaultText, '2026-11-28', { movements: [...movements], receivedMinor: 69_811 })
  expect(text).toContain('Amount: $1,698.11\nPaid Nov 10, 2026 (cash): -$698.11\nAmount due: $1,000.00')
})
