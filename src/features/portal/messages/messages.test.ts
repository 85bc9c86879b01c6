import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type PortalOwner, signUpForPortal } from '../../../../test/support/portal/sign-up-for-portal.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { getDashboard } from '../../dashboard/contract.ts'
import { getClientTimeline } from '../../invoices/client/contract.ts'
import * as contract from '../contract.ts'
import * as ownerContract from '../owner/contract.ts'

let app: TestApp
let clock = new Date()
let owner: PortalOwner
let client: { id: string; email: string; name: string }
let token: string
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ now: () => clock, maxConnections: 30 })
})
afterAll(() => app.close())
beforeEach(async () => {
  clock = new Date('2026-11-18T12:00:00Z')
  owner = await signUpForPortal(app)
  client = await owner.addClient('Acme')
  await owner.invoice(client)
  token = await owner.tokenOf(client.id)
  cookie = await owner.confirm(token)
})

const send = (body: string, requestId: string = randomUUID()) =>
  owner.ask(contract.sendPortalMessage, { params: { token }, body: { body, requestId } }, { cookie })
const answer = (body: string, requestId: string = randomUUID(), id = client.id) =>
  app.send(
    ownerContract.answerClient,
    { params: { id }, body: { body, requestId } },
    { cookie: owner.cookie },
  )
const thread = async (after?: string) =>
  answerOf(
    contract.listPortalMessages,
    await owner.ask(
      contract.listPortalMessages,
      { params: { token }, query: after ? { after } : {} },
      { cookie },
    ),
  )
const news = async () => {
  const response = await app.send(getDashboard, {}, { cookie: owner.cookie })
  return (await answerOf(getDashboard, response)).needs.clientNews
}

test('a message is stored, emailed to the owner with the client to reply to, and named on the dashboard until it is read', async () => {
  expect((await send(' When is it due?\nAnd how? ')).status).toBe(200)
  expect(await owner.mails('client-message')).toMatchObject([
    {
      to: 'billing@business.example',
      subject: 'Message from Acme',
      replyTo: expect.stringContaining(client.email),
      text: expect.stringContaining('When is it due?\nAnd how?'),
    },
  ])
  expect(await news()).toMatchObject({
    count: 1,
    items: [{ id: client.id, companyName: 'Acme', kind: 'message' }],
  })
  const timeline = await app.send(getClientTimeline, { params: { id: client.id } }, { cookie: owner.cookie })
  const { entries } = await answerOf(getClientTimeline, timeline)
  expect(entries.map(({ kind }) => kind)).toContain('client-message')
  const read = await app.send(
    ownerContract.readClientMessages,
    { params: { id: client.id } },
    { cookie: owner.cookie },
  )
  expect(read.status).toBe(204)
  expect(await news()).toMatchObject({ count: 0 })
})

test('an answer is emailed to the client with the link, and stands in the thread of both', async () => {
  await send('Hello')
  clock = new Date('2026-11-18T12:01:00Z')
  expect((await answer('Good day')).status).toBe(200)
  expect(await owner.mails('client-answer')).toMatchObject([
    {
      to: client.email,
      subject: 'Message from Test Business',
      text: expect.stringContaining(`/portal/${token}`),
    },
  ])
  const expected = [
    { author: 'owner', body: 'Good day' },
    { author: 'client', body: 'Hello', isRead: true },
  ]
  expect((await thread()).messages).toMatchObject(expected)
  const owners = await app.send(
    ownerContract.listClientMessages,
    { params: { id: client.id } },
    { cookie: owner.cookie },
  )
  expect((await answerOf(ownerContract.listClientMessages, owners)).messages).toMatchObject(expected)
})

test('an answer of a business without the plan is emailed without a link', async () => {
  await setPlan(app, owner.businessId, 'free')
  expect((await answer('Good day')).status).toBe(200)
  expect((await owner.mails('client-answer'))[0]?.text).not.toContain('/portal/')
})

test('the same message sent twice at once is one', async () => {
  const requestId = randomUUID()
  const sent = await Promise.all([1, 2, 3, 4].map(() => send('Once', requestId)))
  const messages = await Promise.all(sent.map((response) => answerOf(contract.sendPortalMessage, response)))
  expect(new Set(messages.map(({ id }) => id)).size).toBe(1)
  expect(await owner.mails('client-message')).toHaveLength(1)
  const twice = await Promise.all([1, 2].map(() => answer('Once, too', requestId)))
  expect(twice.map(({ status }) => status)).toEqual([422, 422])
})

test('an empty message and one that is too long are refused at their field', async () => {
  for (const [body, message] of [
    [' ', 'Please write a message.'],
    ['x'.repeat(4001), 'Please use at most 4000 characters.'],
  ] as const) {
    expect(await problemOf(await send(body))).toMatchObject({ status: 422, fields: { body: message } })
  }
  expect(await owner.mails('client-message')).toEqual([])
})

test('a client sends twenty messages an hour', async () => {
  for (let n = 0; n < 20; n++) expect((await send(`Message ${n}`)).status).toBe(200)
  expect(await problemOf(await send('One too many'))).toMatchObject({
    status: 429,
    message: expect.stringContaining('You’ve sent several messages already.'),
  })
})

test('a thread is read page by page, newest first, without a message twice', async () => {
  for (let n = 0; n < 35; n++) {
    // All at the same moment, so that the ids decide.
    await owner.sql(
      `insert into portal_messages (business_id, client_id, author, body, request_id, created_at)
       values ($1, $2, 'client', $3, gen_random_uuid(), '2026-11-01T00:00:00Z')`,
      [owner.businessId, client.id, `Message ${n}`],
    )
  }
  const first = await thread()
  const second = await thread(first.next ?? '')
  expect([first.messages.length, second.messages.length, second.next]).toEqual([30, 5, null])
  expect(new Set([...first.messages, ...second.messages].map(({ body }) => body)).size).toBe(35)
})

test('a message to a client of another business, or to one that was merged, is refused', async () => {
  const other = await signUpForPortal(app)
  const foreign = await other.addClient('Foreign')
  expect((await answer('Hello', randomUUID(), foreign.id)).status).toBe(404)
  expect(await other.mails('client-answer')).toEqual([])
})
