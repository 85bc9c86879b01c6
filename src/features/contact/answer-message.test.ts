import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { contactMessages } from '../../platform/db/tables/installation/contact.ts'
import { mails } from '../../platform/db/tables/mail.ts'
import { withAdmin, withPlatform } from '../../platform/db/transaction.ts'
import { answerMessage } from './answer-message.ts'
import * as contract from './contract.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signUpAdmin>>
beforeAll(async () => {
  app = await createTestApp()
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const written = { name: 'Test Visitor', subject: 'A question', message: 'Does <b>it</b> work?\nAnd how?' }

async function aMessage(overrides: Partial<typeof written> = {}) {
  const email = `${randomUUID()}@visitor.example`
  const [row] = await withPlatform(app.database, ({ db }) =>
    db
      .insert(contactMessages)
      .values({ ...written, ...overrides, email })
      .returning(),
  )
  return { id: row?.id ?? '', email }
}

async function answer(id: string, body = 'It does.', requestId: string = randomUUID()) {
  const request = { params: { id }, body: { body, requestId } }
  return answerOf(
    contract.answerContactMessage,
    await app.send(contract.answerContactMessage, request, admin),
  )
}

async function turn(
  endpoint: typeof contract.closeContactMessage | typeof contract.reopenContactMessage,
  id: string,
) {
  return answerOf(endpoint, await app.send(endpoint, { params: { id } }, admin))
}

/** Twice, both begun before either can do anything. */
async function atOnce<T>(id: string, work: (which: number) => Promise<T>): Promise<T[]> {
  let both: Promise<T[]> | undefined
  await withPlatform(app.database, async ({ client }) => {
    await client.query('select from platform.contact_messages where id = $1 for update', [id])
    both = Promise.all([work(1), work(2)])
    await waitForLock(app.url, 2)
  })
  return (await both) ?? []
}

const mailsTo = (email: string) =>
  withPlatform(app.database, ({ db }) => db.select().from(mails).where(eq(mails.toAddress, email)))

/** What the audit log says of a message, in order. */
async function noted(id: string) {
  const { rows } = await withAdmin(app.database, ({ client }) =>
    client.query<{ action: string; target_label: string; actor_email: string }>(
      'select action, target_label, actor_email from platform.audit_log where target_id = $1 order by created_at',
      [id],
    ),
  )
  return rows
}

test('an answer leaves by mail with what was asked, is kept with the message, and noted', async () => {
  const { id, email } = await aMessage()
  const after = await answer(id, ' It <does>.\r\nAlways.\n \n\nSo try it. ')
  const body = 'It <does>.\r\nAlways.\n \n\nSo try it.'
  expect(after).toMatchObject({
    ...written,
    id,
    email,
    state: 'answered',
    replies: [{ authorEmail: admin.email, body, mailState: 'queued', mailError: null }],
  })
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    kind: 'contact-answer',
    fromAddress: 'Millrace <no-reply@millrace.example>',
    replyTo: 'support@millrace.example',
    subject: 'Re: A question',
  })
  expect(mail?.html).toMatch(/<p[^>]*>It &lt;does&gt;\.<br>Always\.<\/p>\s*<p[^>]*>So try it\.<\/p>/)
  expect(mail?.html).toContain('Does &lt;b&gt;it&lt;/b&gt; work?<br>And how?')
  expect(mail?.text).toContain(`You wrote:\n${written.message}`)
  expect(await noted(id)).toEqual([
    { action: 'answer-message', target_label: email, actor_email: admin.email },
  ])
})

test('a subject of a visitor becomes no header, and gets no second Re', async () => {
  const { id, email } = await aMessage({ subject: 'RE: hello\u2028Bcc: eve@evil.example' })
  await answer(id)
  expect(await mailsTo(email)).toMatchObject([{ subject: 'RE: hello Bcc: eve@evil.example' }])
})

test('two answers at once are two answers', async () => {
  const { id, email } = await aMessage()
  const both = await atOnce(id, (which) => answer(id, `Answer ${which}.`))
  expect(both.map(({ replies }) => replies.length).toSorted()).toEqual([1, 2])
  const { replies } = await answer(id, 'Answer 3.')
  expect(replies.map(({ body }) => body).toSorted()).toEqual(['Answer 1.', 'Answer 2.', 'Answer 3.'])
  expect(await mailsTo(email)).toHaveLength(3)
  expect(await noted(id)).toHaveLength(3)
})

test('an answer that is sent again, or twice at once, is mailed and noted once', async () => {
  const { id, email } = await aMessage()
  const requestId = randomUUID()
  const [first, second] = await atOnce(id, () => answer(id, 'Once.', requestId))
  expect(second).toEqual(first)
  await turn(contract.closeContactMessage, id)
  const again = await answer(id, 'Once, in other words.', requestId)
  expect(again).toMatchObject({ state: 'closed', replies: [{ body: 'Once.' }] })
  expect(again.replies).toHaveLength(1)
  expect(await mailsTo(email)).toHaveLength(1)
  expect((await noted(id)).map(({ action }) => action)).toEqual(['answer-message', 'close-message'])
})

test('a request that answered another message is refused, also when that happens at the same time', async () => {
  const [one, other] = [await aMessage(), await aMessage()]
  const requestId = randomUUID()
  const send = ({ id }: { id: string }) =>
    app.send(contract.answerContactMessage, { params: { id }, body: { body: 'Hello', requestId } }, admin)
  // Both have looked whether it is known before either has written it.
  let both: Promise<Response[]> | undefined
  await withPlatform(app.database, async ({ client }) => {
    await client.query('lock table mails in share mode')
    both = Promise.all([send(one), send(other)])
    await waitForLock(app.url, 2)
  })
  const responses = (await both) ?? []
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const loser = responses[0]?.status === 200 ? other : one
  const fields = { requestId: 'This request ID was already used for an answer to another message.' }
  expect(await problemOf(await send(loser))).toMatchObject({ status: 422, fields })
  expect(await mailsTo(loser.email)).toEqual([])
  expect(await noted(loser.id)).toEqual([])
})

test('an answer whose mail cannot be queued is not there at all', async () => {
  const { id, email } = await aMessage()
  const jobs = { ...app.deps.jobs, enqueue: () => Promise.reject(new Error('the queue is away')) }
  const actor = { userId: admin.userId, email: admin.email, ip: '198.51.100.7', userAgent: null }
  const lost = { body: 'Lost.', requestId: randomUUID() }
  const attempt = answerMessage({ ...app.deps, jobs }, actor, id, lost)
  await expect(attempt).rejects.toThrow('the queue is away')
  expect(await mailsTo(email)).toEqual([])
  expect(await noted(id)).toEqual([])
  expect(await turn(contract.closeContactMessage, id)).toMatchObject({ replies: [] })
})

test('closing and reopening, each once, leads back to where it was', async () => {
  const { id } = await aMessage()
  const { closeContactMessage: close, reopenContactMessage: reopen } = contract
  expect(await turn(reopen, id)).toMatchObject({ state: 'open' })
  expect((await atOnce(id, () => turn(close, id))).map(({ state }) => state)).toEqual(['closed', 'closed'])
  expect(await turn(reopen, id)).toMatchObject({ state: 'open', replies: [] })
  expect(await turn(close, id)).toMatchObject({ state: 'closed' })
  expect(await answer(id)).toMatchObject({ state: 'answered' })
  expect(await turn(close, id)).toMatchObject({ state: 'closed', replies: [{ body: 'It does.' }] })
  expect(await turn(reopen, id)).toMatchObject({ state: 'answered', replies: [{ body: 'It does.' }] })
  expect(await turn(reopen, id)).toMatchObject({ state: 'answered' })
  const actions = (await noted(id)).map(({ action }) => action)
  const closedAndBack = ['close-message', 'reopen-message', 'close-message']
  expect(actions).toEqual([...closedAndBack, 'answer-message', 'close-message', 'reopen-message'])
})

test('an empty answer is refused, and an unknown message is not there', async () => {
  const { id, email } = await aMessage()
  const requestId = randomUUID()
  const empty = { params: { id }, body: { body: ' ', requestId } }
  const blank = await app.send(contract.answerContactMessage, empty, admin)
  expect(await problemOf(blank)).toMatchObject({ status: 422, fields: { body: 'Please enter your answer.' } })
  expect(await mailsTo(email)).toEqual([])
  const params = { id: randomUUID() }
  const hello = { params, body: { body: 'Hello', requestId } }
  const answered = await app.send(contract.answerContactMessage, hello, admin)
  expect(answered.status).toBe(404)
  for (const endpoint of [contract.closeContactMessage, contract.reopenContactMessage]) {
    expect((await app.send(endpoint, { params }, admin)).status).toBe(404)
  }
})
