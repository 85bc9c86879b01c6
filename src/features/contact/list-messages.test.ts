import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { answerContactMessage, listContactMessages } from './contract.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signUpAdmin>>
beforeAll(async () => {
  app = await createTestApp()
  admin = await signUpAdmin(app)
  // As close together as Postgres can tell apart, and some of one moment: 41 open ones and two that are closed.
  await withPlatform(app.database, ({ client }) =>
    client.query(
      `insert into platform.contact_messages (name, email, subject, message, state, created_at)
       select 'Visitor ' || n, 'visitor-' || n || '@visitor.example', 'Subject ' || n, 'Message ' || n,
         case when n > 41 then 'closed' else 'open' end,
         timestamptz '2026-11-05T10:00:00Z' + (n / 2) * interval '1 microsecond'
       from generate_series(1, 43) n`,
    ),
  )
})
afterAll(() => app.close())

type Query = Parameters<typeof app.send<typeof listContactMessages>>[1]['query']

async function list(query: Query = {}) {
  return answerOf(listContactMessages, await app.send(listContactMessages, { query }, admin))
}

async function walk(query: Query = {}) {
  const pages = [await list(query)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await list({ ...query, after: next }))
  }
  return pages
}

test('each message is on one of the pages, newest first', async () => {
  const pages = await walk()
  expect(pages.map(({ messages }) => messages.length)).toEqual([20, 20, 3])
  const all = pages.flatMap(({ messages }) => messages)
  expect(new Set(all.map(({ id }) => id)).size).toBe(43)
  const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`)
  expect(order).toEqual(order.toSorted().toReversed())
})

test('by state, page by page', async () => {
  const open = await walk({ state: 'open' })
  expect(open.map(({ messages }) => messages.length)).toEqual([20, 20, 1])
  const closed = await list({ state: 'closed' })
  expect(closed.messages.map(({ name }) => name).toSorted()).toEqual(['Visitor 42', 'Visitor 43'])
  expect(await list({ state: 'answered' })).toEqual({ messages: [], next: null })
})

test('answers stand with their own message, oldest first, with what became of their mails', async () => {
  const [first, second] = (await list()).messages
  for (const [message, body] of [
    [first, 'One'],
    [second, 'Two'],
    [first, 'Three'],
    [first, 'Four'],
  ] as const) {
    const request = { params: { id: message?.id ?? '' }, body: { body, requestId: randomUUID() } }
    await answerOf(answerContactMessage, await app.send(answerContactMessage, request, admin))
  }
  await withPlatform(app.database, async ({ client }) => {
    await client.query(
      `update mails m set state = 'failed', last_error = 'No such mailbox.'
       from platform.contact_replies r where r.mail_id = m.id and r.body = 'Three'`,
    )
    // Old mails are forgotten; what was answered stays.
    const { rows } = await client.query<{ mail_id: string }>(
      `select mail_id from platform.contact_replies where body = 'One'`,
    )
    expect(rows).toHaveLength(1)
    await client.query('delete from mails where id = $1', [rows[0]?.mail_id])
  })
  const { messages } = await list({ state: 'answered' })
  expect(messages).toMatchObject([
    {
      id: first?.id,
      replies: [
        { body: 'One', mailState: null, mailError: null },
        { body: 'Three', mailState: 'failed', mailError: 'No such mailbox.' },
        { body: 'Four', mailState: 'queued', mailError: null },
      ],
    },
    { id: second?.id, replies: [{ body: 'Two', mailState: 'queued' }] },
  ])
})

test('what is no place in the list is refused', async () => {
  const response = await app.send(listContactMessages, { query: { after: 'nonsense' } }, admin)
  expect(await problemOf(response)).toMatchObject({
    status: 422,
    fields: { after: 'This isn’t a valid position in the list.' },
  })
})
