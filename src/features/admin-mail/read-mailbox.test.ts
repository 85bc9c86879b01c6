import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailbox } from '../../../sandbox/mailbox/open-mailbox.ts'
import { auditOf } from '../../../test/support/audit.ts'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import { queryAdmin } from '../../platform/db/transaction.ts'
import { getMailboxAttachment, getMailboxMessage, listMailbox } from './contract.ts'

let app: TestApp
let cookie: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  app = await createTestApp({ mailbox: openMailbox(folder) })
  cookie = (await signUpAdmin(app)).cookie
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

let written = 0

async function put(content: string | Buffer): Promise<{ id: string; file: string }> {
  const id = randomUUID()
  const moment = new Date(Date.UTC(2026, 10, 5) + written++).toISOString().replaceAll(/[:.]/g, '-')
  const file = join(folder, `${moment}-${id}.eml`)
  await writeFile(file, content)
  return { id, file }
}

const ask = (id: string) => app.send(getMailboxMessage, { params: { id } }, { cookie })
const read = async (id: string) => answerOf(getMailboxMessage, await ask(id))
const download = (id: string, index: number) =>
  app.send(getMailboxAttachment, { params: { id, index: String(index) } }, { cookie })

/** The mail in the outbox from which the message was written. */
async function addMail(id: string, { onBehalf }: { onBehalf: boolean }): Promise<void> {
  await app.database.platform.query(
    `insert into mails (id, kind, from_address, to_address, subject, on_behalf, business_id, state)
     values ($1, 'invoice', 'no-reply@millrace.example', 'owner@example.com', 'Hello', $2, $3, 'sent')`,
    [id, onBehalf, onBehalf ? await addBusiness(app.database) : null],
  )
}

async function notesOf(id: string) {
  return (await auditOf(app, id)).map(({ action, label }) => `${action} ${label}`)
}

const evil = `<script>alert(1)</script><img src="https://tracker.example/x.png"><img src="cid:logo">
<form action="https://evil.example"><input name="password"></form><img src="cid:page">`
const hostile = [
  'From: "Evil\\" <admin@millrace.example>" <evil@example.com>',
  'To: owner@example.com',
  `Subject: =?utf-8?q?Hello=0D=0ABcc:_eve@example.com_=E2=80=AE?=`,
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  evil,
  '--b',
  'Content-Type: image/png; name=logo.png',
  'Content-ID: <logo>',
  'Content-Transfer-Encoding: base64',
  '',
  'AQID',
  '--b',
  `Content-Type: text/html; name="../../../etc/cron.d/evil"`,
  'Content-ID: <page>',
  'Content-Disposition: attachment',
  '',
  '<script>alert(2)</script>',
  '--b',
  `Content-Type: application/pdf`,
  `Content-Disposition: attachment; filename*=utf-8''a%0D%0Aset-cookie:%20x%3D1%22.pdf`,
  '',
  '%PDF-',
  '--b--',
].join('\r\n')

test('a hostile message is data: as it was sent, with its own pictures in it and names that do no harm', async () => {
  const { id } = await put(hostile)
  const message = await read(id)
  expect(message).toMatchObject({
    id,
    to: 'owner@example.com',
    subject: 'Hello Bcc: eve@example.com',
    text: null,
  })
  expect(message.html?.trim()).toBe(
    evil.replace('cid:logo', 'data:image/png;base64,AQID').replaceAll('\r\n', '\n'),
  )
  expect(message.attachments).toEqual([
    { index: 1, name: 'evil', type: 'text/html', bytes: expect.any(Number) },
    { index: 2, name: 'a set-cookie_ x=1_.pdf', type: 'application/pdf', bytes: expect.any(Number) },
  ])
  expect(await notesOf(id)).toEqual(['open-mailbox-message null'])
})

test('an attachment is a file to be saved, whatever it says it is, and that it was taken is noted', async () => {
  const { id } = await put(hostile)
  const page = await download(id, 1)
  expect(await page.text()).toContain('<script>alert(2)</script>')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="evil"; filename*=UTF-8''evil`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const pdf = await download(id, 2)
  expect(pdf.headers.get('set-cookie')).toBeNull()
  expect(pdf.headers.get('content-disposition')).toContain('filename="a set-cookie_ x=1_.pdf"')
  expect(await problemOf(await download(id, 3))).toMatchObject({ code: 'NOT_FOUND' })
  const taken = 'download-attachment null'
  expect(await notesOf(id)).toEqual([taken, taken])
})

test('the audit log names whom a mail of the product went to, and no client of a business', async () => {
  const [own, ofBusiness] = [await put(hostile), await put(hostile)]
  await addMail(own.id, { onBehalf: false })
  await addMail(ofBusiness.id, { onBehalf: true })
  for (const { id } of [own, ofBusiness]) {
    await read(id)
    expect((await download(id, 1)).status).toBe(200)
  }
  const noted = (label: string) => [`open-mailbox-message ${label}`, `download-attachment ${label}`]
  expect(await notesOf(own.id)).toEqual(noted('owner@example.com'))
  expect(await notesOf(ofBusiness.id)).toEqual(noted('null'))
  const details = await queryAdmin(app.database, {
    text: 'select distinct details from platform.audit_log where target_id = $1',
    values: [ofBusiness.id],
  })
  expect(details).toEqual([{ details: { kind: 'invoice' } }])
})

test.each([
  [
    'broken parts',
    'To: owner@example.com\r\nContent-Type: multipart/mixed; boundary="\r\n\r\n--\r\nHello',
    'Hello',
  ],
  ['no message', Buffer.from([0, 1, 2, 255, 13, 10, 0]), '\u0001'],
  ['a header without end', `To: ${'owner@example.com, '.repeat(30_000)}\r\n\r\nHello`, 'owner@example.com'],
  ['a lot of nonsense', `To: \u0000<${'"(<'.repeat(3000)}\r\n\r\nHello`, 'Hello'],
])('whatever the bytes are, there is an answer: %s', async (_what, content, expected) => {
  const { id } = await put(content)
  const { html, text } = await read(id)
  expect(`${html}${text}`).toContain(expected)
  expect(await notesOf(id)).toHaveLength(1)
})

test('a message that is too large is refused in words; one that is not there is not found', async () => {
  const { id, file } = await put('Subject: Large\r\n\r\n')
  await truncate(file, 20 * 1024 * 1024 + 1)
  for (const response of [await ask(id), await download(id, 0)]) {
    expect(await problemOf(response)).toMatchObject({
      code: 'BODY_TOO_LARGE',
      message: expect.stringContaining('larger than 20 MB'),
    })
  }
  expect(await notesOf(id)).toEqual([])
  await rm(file)
  expect(await problemOf(await ask(id))).toMatchObject({ code: 'NOT_FOUND' })
  for (const other of ['..', 'x', '%2e%2e%2fsecret']) {
    expect(await problemOf(await ask(other))).toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('the list goes page by page, newest first, and a place that is none is refused', async () => {
  const ids: string[] = []
  for (let n = 0; n < 55; n++) ids.unshift((await put(`Subject: Mail ${n}\r\n\r\nHello`)).id)
  const list = (query: { after?: string }) => app.send(listMailbox, { query }, { cookie })
  const first = await answerOf(listMailbox, await list({}))
  expect(first.messages.map(({ id }) => id)).toEqual(ids.slice(0, 50))
  expect(first.messages[0]).toMatchObject({ subject: 'Mail 54', from: '', to: '' })
  const second = await answerOf(listMailbox, await list({ after: String(first.next) }))
  expect(second.messages.slice(0, 5).map(({ id }) => id)).toEqual(ids.slice(50))
  expect(second.next).toBeNull()
  for (const cursor of ['x', '../../etc/passwd', '/etc/passwd.eml', 'a\u0000.eml']) {
    const response = await list({ after: Buffer.from(cursor).toString('base64url') })
    expect(await problemOf(response)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { after: expect.any(String) },
    })
  }
})

test('where mail really leaves there is no mailbox to look into', async () => {
  const { mailbox, platformMail } = app.deps
  Object.assign(app.deps, {
    mailbox: null,
    platformMail: { ...platformMail, smtp: { host: 'smtp.host.example', port: 587 } },
  })
  try {
    const id = randomUUID()
    for (const response of [
      await app.send(listMailbox, { query: {} }, { cookie }),
      await ask(id),
      await download(id, 0),
    ]) {
      expect(await problemOf(response)).toMatchObject({
        code: 'NOT_CONFIGURED',
        message: 'Email is sent through smtp.host.example, so the built-in mailbox isn’t in use.',
      })
    }
  } finally {
    Object.assign(app.deps, { mailbox, platformMail })
  }
})
