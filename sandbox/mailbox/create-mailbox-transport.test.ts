import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutgoingMail } from '../../src/platform/mail/mail-transport.ts'
import { createMailboxTransport } from './create-mailbox-transport.ts'

const link = 'http://localhost:3000/reset-password#type=recovery&token=abc'
const mail: OutgoingMail = {
  id: '4f9c1a52-8d0e-4c55-9a3b-0b7f6f6f2f10',
  from: 'Millrace <no-reply@example.com>',
  to: 'owner@example.com',
  replyTo: null,
  subject: 'Reset your password – now',
  html: `<p>Grüße</p><a href="${link}">Reset</a>`,
  text: `Grüße (see ${link}).\n`,
  attachments: [],
}
let parent: string
let folder: string
let lines: string[]

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mailbox-'))
  folder = join(parent, 'data', 'mail')
  lines = []
})
afterEach(() => rm(parent, { recursive: true }))

function openMailbox(into = folder) {
  return createMailboxTransport({ folder: into, log: pino({}, { write: (line) => lines.push(line) }) })
}

test('a mail becomes one file that reads back whole', async () => {
  await openMailbox().send(mail)
  const files = await readdir(folder)
  expect(files).toHaveLength(1)
  expect(files[0]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z-${mail.id}\\.eml$`))
  const parsed = await PostalMime.parse(await readFile(join(folder, String(files[0]))))
  expect(parsed).toMatchObject({
    from: { name: 'Millrace', address: 'no-reply@example.com' },
    to: [{ address: 'owner@example.com' }],
    subject: mail.subject,
    messageId: `<${mail.id}@example.com>`,
  })
  expect(parsed.html).toContain(mail.html)
  expect(parsed.text).toContain(mail.text.trim())
})

test('files go with it, and a picture goes inside', async () => {
  const content = Buffer.from('%PDF-1.7 …')
  const pdf = { filename: 'Invoice-1A2B3C4D.pdf', contentType: 'application/pdf', content }
  const logo = {
    filename: 'logo.png',
    contentType: 'image/png',
    content: Buffer.from([1, 2, 3]),
    cid: 'logo-1',
  }
  await openMailbox().send({ ...mail, html: '<img src="cid:logo-1">', attachments: [pdf, logo] })
  const [file] = await readdir(folder)
  const { attachments, html } = await PostalMime.parse(await readFile(join(folder, String(file))))
  expect(html).toContain('cid:logo-1')
  expect(attachments).toMatchObject([
    { filename: 'logo.png', mimeType: 'image/png', disposition: 'inline', contentId: '<logo-1>' },
    { filename: 'Invoice-1A2B3C4D.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
  ])
  expect(attachments.map((attached) => Buffer.from(attached.content as ArrayBuffer))).toEqual([
    logo.content,
    content,
  ])
})

test('only the owner may read the mails', async () => {
  await openMailbox().send(mail)
  const [file] = await readdir(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, String(file)))).mode & 0o777).toBe(0o600)
})

test('one line in the log names the recipient, the subject and the link', async () => {
  await openMailbox().send(mail)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    level: 30,
    to: mail.to,
    subject: mail.subject,
    links: [link],
  })
})

test('the same mail is kept and logged once, however often it is sent', async () => {
  await openMailbox().send(mail)
  await openMailbox().send(mail)
  expect(await readdir(folder)).toHaveLength(1)
  expect(lines).toHaveLength(1)
})

test('a folder that cannot be written to is said in a sentence, and the mail may be tried again', async () => {
  const file = join(parent, 'taken')
  await writeFile(file, '')
  await expect(openMailbox(file).send(mail)).rejects.toMatchObject({
    name: 'MailTransportError',
    message: `The email could not be written to ${file} (EEXIST).`,
    permanent: false,
  })
})
