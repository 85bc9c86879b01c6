import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailboxTransport } from '../../../sandbox/mailbox/create-mailbox-transport.ts'
import { openMailbox } from '../../../sandbox/mailbox/open-mailbox.ts'
import { auditOf } from '../../../test/support/audit.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
  testOrigin,
} from '../../../test/support/test-app.ts'
import { createMailDelivery } from '../../platform/mail/deliver-mail.ts'
import { deliverMail } from '../../platform/mail/queue-mail.ts'
import { checkDns, getMailboxMessage, getOutboxMail, listMailbox, sendTestMail } from './contract.ts'

let app: TestApp
let cookie: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  app = await createTestApp({ mailbox: openMailbox(folder) })
  cookie = (await signUpAdmin(app, { email: 'first@example.com' })).cookie
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function send(to: string, as = cookie) {
  return app.send(sendTestMail, { body: { to } }, { cookie: as })
}

test('a test mail goes the way of every mail, and can be followed and read', async () => {
  const { id } = await answerOf(sendTestMail, await send(' Somebody@Example.com '))
  const follow = async () =>
    answerOf(getOutboxMail, await app.send(getOutboxMail, { params: { id } }, { cookie }))
  expect(await follow()).toMatchObject({ kind: 'test-mail', to: 'somebody@example.com', state: 'queued' })

  const { database, log, jobs } = app.deps
  const transport = createMailboxTransport({ folder, log })
  await jobs.work(
    deliverMail,
    createMailDelivery({ database, transport, makeAttachments: async () => [], log }),
  )
  await eventually(async () => expect(await follow()).toMatchObject({ state: 'sent' }))

  const { messages } = await answerOf(listMailbox, await app.send(listMailbox, { query: {} }, { cookie }))
  const entry = messages.find((message) => message.id === id)
  expect(entry).toMatchObject({
    from: 'Millrace <no-reply@millrace.example>',
    to: 'somebody@example.com',
    subject: 'Test email from Millrace',
  })
  const response = await app.send(getMailboxMessage, { params: { id } }, { cookie })
  const message = await answerOf(getMailboxMessage, response)
  expect(message).toMatchObject({ ...entry, replyTo: null, attachments: [] })
  for (const part of [message.html, message.text]) {
    expect(part).toContain(
      `This is a test from Millrace at ${testOrigin}. If this is in your inbox, email from Millrace is being delivered.`,
    )
    expect(part).toMatch(/\w{3} \d{1,2}, \d{4}, \d\d:\d\d UTC/)
  }

  const note = { label: 'somebody@example.com', actor: 'first@example.com' }
  expect(await auditOf(app, id)).toMatchObject([
    { ...note, action: 'send-test-mail' },
    { ...note, action: 'open-mailbox-message' },
  ])
})

test('an administrator sends ten an hour; what is refused does not count, nor what others send', async () => {
  const { cookie: other } = await signUpAdmin(app)
  expect(await problemOf(await send('nobody', other))).toMatchObject({ code: 'VALIDATION_FAILED' })
  const answers = await Promise.all(Array.from({ length: 12 }, () => send('owner@example.com', other)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 429, 429])
  expect((await send('owner@example.com')).status).toBe(200)
})

test('of a placeholder the name servers are not asked; thirty checks an hour are enough', async () => {
  const check = () => app.send(checkDns, { query: {} }, { cookie })
  const { domain, checks } = await answerOf(checkDns, await check())
  expect(domain).toBe('millrace.example')
  expect(checks[0]?.words).toContain('is a placeholder')
  const answers = await Promise.all(Array.from({ length: 30 }, check))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
