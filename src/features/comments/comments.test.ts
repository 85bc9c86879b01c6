import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { addTransactionRows } from '../../../test/support/fixtures/transaction-rows.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { createExpense } from '../expenses/contract.ts'
import { deleteInvoice } from '../invoices/contract.ts'
import * as contract from './contract.ts'
import { createMemberObjection, mentionKinds, readerGone } from './member-objection.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 20 })
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<typeof addMember>>
let owner: { cookie: string; businessId: string; userId: string }
let viewer: Person
let invoiceId: string
beforeEach(async () => {
  const { cookie, session } = await app.signUpAndIn({ name: 'Olive Owner' })
  owner = { cookie, businessId: session.business.id, userId: session.user.id }
  await setPlan(app, owner.businessId, 'enterprise')
  viewer = await addMember(app, owner.businessId, 'viewer')
  invoiceId = (await makeInvoice(app, cookie)).id
})

interface Written {
  body?: string
  mentions?: string[]
  requestId?: string
}
const write = (
  { body = 'Was this sent?', mentions = [], requestId = randomUUID() }: Written = {},
  {
    who = owner,
    kind = 'invoice',
    id = invoiceId,
  }: Partial<{ who: { cookie: string }; kind: 'invoice' | 'expense' | 'transaction'; id: string }> = {},
) =>
  app.send(
    contract.addComment[kind],
    { params: { id }, body: { body, mentions, requestId } },
    { cookie: who.cookie },
  )
const written = async (...given: Parameters<typeof write>) =>
  answerOf(contract.addComment.invoice, await write(...given))
const edit = (id: string, body: string, mentions: string[] = [], who: { cookie: string } = owner) =>
  app.send(contract.editComment, { params: { id }, body: { body, mentions } }, { cookie: who.cookie })
const remove = (id: string, who: { cookie: string } = owner) =>
  app.send(contract.deleteComment, { params: { id } }, { cookie: who.cookie })
const read = async (who: { cookie: string } = owner, after?: string) =>
  answerOf(
    contract.listComments.invoice,
    await app.send(
      contract.listComments.invoice,
      { params: { id: invoiceId }, query: after ? { after } : {} },
      { cookie: who.cookie },
    ),
  )
const makeExpense = async () =>
  answerOf(createExpense, await app.send(createExpense, { body: expenseInput() }, { cookie: owner.cookie }))
const mentionsOf = async ({ cookie }: { cookie: string }) =>
  answerOf(contract.listMentions, await app.send(contract.listMentions, { query: {} }, { cookie }))
const unseenOf = async ({ cookie }: { cookie: string }) =>
  (await answerOf(contract.countMentions, await app.send(contract.countMentions, {}, { cookie }))).unseen
const mails = async () => {
  const { rows } = await app.database.platform.query<{
    to: string
    subject: string
    text: string
    kind: string
  }>(
    `select to_address as to, subject, text, kind from mails where business_id = $1 and kind like '%mention' order by created_at`,
    [owner.businessId],
  )
  return rows
}
const emailOf = async (userId: string) => {
  const { rows } = await app.database.auth.query<{ email: string }>(
    `select email from auth.users where id = $1`,
    [userId],
  )
  return rows[0]!.email
}
const changeMember = (sql: string, { userId }: { userId: string }) =>
  withTenant(app.database, owner.businessId, ({ client }) =>
    client.query(`${sql} where business_id = $1 and user_id = $2`, [owner.businessId, userId]),
  )

test('a comment stands where it was written, with who wrote it and who may be named', async () => {
  await written({ body: 'Was this sent?\nI think so.' })
  await written({ body: 'Yes.' }, { who: viewer })
  expect(await read(viewer)).toMatchObject({
    title: expect.stringMatching(/^Invoice [0-9A-F]{8}$/),
    comments: [
      { body: 'Yes.', author: { name: 'Test viewer' }, canEdit: true, canDelete: true, editedAt: null },
      {
        body: 'Was this sent?\nI think so.',
        author: { name: 'Olive Owner' },
        canEdit: false,
        canDelete: false,
      },
    ],
    people: [{ userId: owner.userId, name: 'Olive Owner' }],
    canComment: true,
    next: null,
  })
})

test('whoever is mentioned gets one email that opens the right business, and finds it in the app', async () => {
  const comment = await written({
    body: 'Please look, @Test viewer.',
    mentions: [viewer.userId, owner.userId],
  })
  expect(comment.mentions).toEqual([{ userId: viewer.userId, name: 'Test viewer' }])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: await emailOf(viewer.userId),
    subject: expect.stringMatching(/^Olive Owner mentioned you: invoice [0-9A-F]{8}$/),
  })
  expect(mail?.text).toContain('Please look, @Test viewer.')
  expect(mail?.text).toContain(`/invoices/${invoiceId}?business=${owner.businessId}`)
  expect(await unseenOf(owner)).toBe(0)
  expect(await unseenOf(viewer)).toBe(1)
  const { mentions } = await mentionsOf(viewer)
  expect(mentions).toMatchObject([
    {
      kind: 'invoice',
      author: 'Olive Owner',
      detail: expect.any(String),
      excerpt: 'Please look, @Test viewer.',
      subjectId: invoiceId,
      seenAt: null,
    },
  ])
  expect((await read(viewer)).comments[0]?.unseenMentionId).toBe(mentions[0]?.id)
  expect((await read(owner)).comments[0]?.unseenMentionId).toBeNull()
})

test('mentions are seen one by one or all at once, by their reader alone', async () => {
  for (let n = 0; n < 3; n++) await written({ mentions: [viewer.userId] })
  const [first] = (await mentionsOf(viewer)).mentions
  const see = (who: { cookie: string }, ids?: string[]) =>
    app.send(contract.seeMentions, { body: ids ? { ids } : {} }, { cookie: who.cookie })
  expect(await answerOf(contract.seeMentions, await see(owner, [first!.id]))).toEqual({ seen: 0 })
  expect(await unseenOf(viewer)).toBe(3)
  await see(viewer, [first!.id])
  expect(await unseenOf(viewer)).toBe(2)
  await see(viewer)
  expect(await unseenOf(viewer)).toBe(0)
  expect((await mentionsOf(viewer)).mentions.every(({ seenAt }) => seenAt !== null)).toBe(true)
})

test('the same comment sent several times at once is one, with one email', async () => {
  const requestId = randomUUID()
  const sent = await Promise.all([1, 2, 3].map(() => written({ requestId, mentions: [viewer.userId] })))
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  expect(await mails()).toHaveLength(1)
  expect(await problemOf(await write({ requestId }, { who: viewer }))).toMatchObject({
    status: 422,
    fields: { requestId: expect.any(String) },
  })
})

test('someone who is no member, is paused or may not see it cannot be mentioned', async () => {
  const stranger = await app.signUpAndIn()
  const sales = await addMember(app, owner.businessId, 'sales')
  const expense = await makeExpense()
  await changeMember(`update members set paused_at = now()`, viewer)
  for (const [id, kind, subject] of [
    [stranger.session.user.id, 'invoice', invoiceId],
    [viewer.userId, 'invoice', invoiceId],
    [sales.userId, 'expense', expense.id],
  ] as const) {
    const problem = await problemOf(await write({ mentions: [id] }, { kind, id: subject }))
    expect(problem).toMatchObject({ status: 422, fields: { mentions: expect.any(String) } })
  }
  expect(await mails()).toEqual([])
  expect((await read()).comments).toEqual([])
})

test('a role comments on what it may see, and on nothing else', async () => {
  const sales = await addMember(app, owner.businessId, 'sales')
  const { id } = await makeExpense()
  const [transaction = ''] = await addTransactionRows(app.database, owner.businessId, [{}])
  for (const [kind, subject] of [
    ['expense', id],
    ['transaction', transaction],
  ] as const) {
    expect((await write({}, { who: viewer, kind, id: subject })).status).toBe(200)
    const refused = await problemOf(await write({}, { who: sales, kind, id: subject }))
    expect(refused.code).toBe('FORBIDDEN')
    const unread = await app.send(
      contract.listComments[kind],
      { params: { id: subject }, query: {} },
      { cookie: sales.cookie },
    )
    expect(unread.status).toBe(403)
  }
  expect((await write({}, { who: sales })).status).toBe(200)
  const counted = await app.send(
    contract.countComments,
    { query: { ids: `${transaction},${randomUUID()}` } },
    { cookie: viewer.cookie },
  )
  expect((await answerOf(contract.countComments, counted)).counts).toEqual([{ id: transaction, count: 1 }])
  const wrong = await app.send(contract.countComments, { query: { ids: 'all' } }, { cookie: viewer.cookie })
  expect(await problemOf(wrong)).toMatchObject({ status: 422, fields: { ids: expect.any(String) } })
})

test('a mention of what a new role may not see is neither listed nor counted', async () => {
  const { id } = await makeExpense()
  await written({ mentions: [viewer.userId] }, { kind: 'expense', id })
  expect(await unseenOf(viewer)).toBe(1)
  await changeMember(`update members set role = 'sales'`, viewer)
  expect(await unseenOf(viewer)).toBe(0)
  expect((await mentionsOf(viewer)).mentions).toEqual([])
})

test('its author changes a comment; others do not, and an owner or admin deletes it', async () => {
  const { id } = await written({ body: 'Frist' })
  expect(await problemOf(await edit(id, 'Mine now', [], viewer))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await problemOf(await remove(id, viewer))).toMatchObject({ code: 'FORBIDDEN' })
  const changed = await answerOf(contract.editComment, await edit(id, 'First, @Test viewer', [viewer.userId]))
  expect(changed).toMatchObject({ body: 'First, @Test viewer', editedAt: expect.any(String) })
  // Whoever was named before is not emailed again.
  await edit(id, 'First of all, @Test viewer', [viewer.userId])
  expect(await mails()).toHaveLength(1)
  await edit(id, 'First of all')
  expect((await mentionsOf(viewer)).mentions).toEqual([])
  const theirs = await written({}, { who: viewer })
  expect((await edit(theirs.id, 'No')).status).toBe(403)
  expect((await remove(theirs.id)).status).toBe(204)
  expect((await remove(theirs.id)).status).toBe(404)
  expect((await read()).comments.map(({ body }) => body)).toEqual(['First of all'])
})

test('an empty comment and one that is too long are refused at their field', async () => {
  for (const body of [' ', 'x'.repeat(2001)]) {
    expect(await problemOf(await write({ body }))).toMatchObject({
      status: 422,
      fields: { body: expect.any(String) },
    })
  }
})

test('without a team the comments stay readable, and none is added', async () => {
  await written()
  await setPlan(app, owner.businessId, 'pro')
  expect((await write()).status).toBe(200)
  await changeMember(`update members set paused_at = now()`, viewer)
  expect(await problemOf(await write())).toMatchObject({ code: 'PLAN_REQUIRED' })
  expect(await read()).toMatchObject({ canComment: false, comments: [{}, {}] })
})

test('comments of another business are not there', async () => {
  const { id } = await written()
  const { cookie } = await app.signUpAndIn()
  expect((await write({}, { who: { cookie } })).status).toBe(404)
  expect((await edit(id, 'Mine', [], { cookie })).status).toBe(404)
  expect((await remove(id, { cookie })).status).toBe(404)
})

test('an invoice that is deleted takes its comments along', async () => {
  await written({ mentions: [viewer.userId] })
  expect(
    (await app.send(deleteInvoice, { params: { id: invoiceId } }, { cookie: owner.cookie })).status,
  ).toBe(204)
  expect((await mentionsOf(viewer)).mentions).toEqual([])
  expect(await unseenOf(viewer)).toBe(0)
})

test('an email that waited is not sent to a member who was removed, paused or got another role', async () => {
  const objectTo = createMemberObjection(app)
  const mail = { businessId: owner.businessId, toAddress: await emailOf(viewer.userId) }
  const object = (kind: string) => objectTo({ ...mail, kind })
  expect(await object(mentionKinds.money)).toBeNull()
  await changeMember(`update members set role = 'sales'`, viewer)
  expect([await object(mentionKinds.sales), await object(mentionKinds.money)]).toEqual([null, readerGone])
  await changeMember(`update members set paused_at = now()`, viewer)
  expect(await object(mentionKinds.sales)).toBe(readerGone)
  await changeMember(`update members set paused_at = null`, viewer)
  expect(await object(mentionKinds.sales)).toBeNull()
  await changeMember(`delete from members`, viewer)
  expect(await object(mentionKinds.sales)).toBe(readerGone)
  expect(await object('invoice')).toBeNull()
})

test('an author mentions sixty people an hour', async () => {
  for (let n = 0; n < 60; n++) expect((await write({ mentions: [viewer.userId] })).status).toBe(200)
  expect(await problemOf(await write({ mentions: [viewer.userId] }))).toMatchObject({
    status: 429,
    message: expect.stringContaining('You’ve mentioned many people already.'),
  })
  expect((await write()).status).toBe(200)
})

test('comments and mentions are read page by page, none twice', async () => {
  for (let n = 0; n < 55; n++)
    await written({ body: `Comment ${n}`, mentions: n < 21 ? [viewer.userId] : [] })
  const first = await read()
  const second = await read(owner, first.next ?? '')
  expect([first.comments.length, second.comments.length, second.next]).toEqual([50, 5, null])
  expect(new Set([...first.comments, ...second.comments].map(({ id }) => id)).size).toBe(55)
  const page = await mentionsOf(viewer)
  expect(page.mentions).toHaveLength(20)
  const rest = await app.send(
    contract.listMentions,
    { query: { after: page.next ?? '' } },
    { cookie: viewer.cookie },
  )
  expect((await answerOf(contract.listMentions, rest)).mentions).toHaveLength(1)
})
