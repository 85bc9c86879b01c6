import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  answerOf,
  createTestApp,
  goodPassword,
  problemOf,
} from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { getSession } from '../auth/contract.ts'
import { cancelDeletion, getDeletion, requestDeletion } from './contract.ts'

let app: TestApp
let now = new Date('2026-11-15T20:30:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

type Body = Parameters<typeof requestDeletion.body.parse>[0]
const right = { confirmation: 'Test Business', password: goodPassword }

function ask(cookie: string, body: Body = right) {
  return app.send(requestDeletion, { body: body as never }, { cookie })
}

async function deletionOf(cookie: string) {
  const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie }))
  return session?.business.deleteAfter
}

async function mailsOf(businessId: string) {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ kind: string; to_address: string; subject: string; text: string }>(
      'select * from mails order by created_at',
    ),
  )
  return rows
}

test('asked for with name and password, it comes in seven days, and its owner is told', async () => {
  const { cookie, session } = await app.signUpAndIn({ timeZone: 'Asia/Tokyo' })
  const response = await ask(cookie, { ...right, confirmation: '  Test Business ' })
  const { deleteAfter } = await answerOf(requestDeletion, response)
  expect(deleteAfter).toBe('2026-11-22T20:30:00.000Z')
  expect(await deletionOf(cookie)).toBe(deleteAfter)
  const [mail, ...others] = await mailsOf(session.business.id)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to_address: session.user.email,
    subject: 'Your account will be deleted on Nov 23, 2026',
  })
  expect(mail?.text).toContain('choose Keep my account')
})

test('asked for again, the first date holds and no second mail goes out', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const first = await answerOf(requestDeletion, await ask(cookie))
  now = new Date('2026-11-18T09:00:00Z')
  const all = await Promise.all([ask(cookie), ask(cookie)])
  for (const again of all) expect(await answerOf(requestDeletion, again)).toEqual(first)
  expect(await mailsOf(session.business.id)).toHaveLength(1)
})

test('many at once are one', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const all = await Promise.all(Array.from({ length: 5 }, () => ask(cookie)))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await mailsOf(session.business.id)).toHaveLength(1)
})

test('another name is refused at its field', async () => {
  const { cookie } = await app.signUpAndIn()
  for (const confirmation of ['', 'test business', 'Test  Business']) {
    const problem = await problemOf(await ask(cookie, { ...right, confirmation }))
    expect(problem).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    expect(problem.fields?.['confirmation']).toContain('Test Business')
  }
  expect(await deletionOf(cookie)).toBeNull()
})

test('a wrong password is refused at its field, and not for ever', async () => {
  const { cookie } = await app.signUpAndIn()
  for (const password of ['something else', null]) {
    const problem = await problemOf(await ask(cookie, { ...right, password }))
    expect(problem).toMatchObject({ status: 403, code: 'WRONG_PASSWORD' })
    expect(problem.fields?.['password']).toBe('The password is incorrect.')
  }
  for (let n = 2; n < 10; n += 1) await ask(cookie, { ...right, password: 'guess' })
  expect((await ask(cookie)).status).toBe(429)
  expect(await deletionOf(cookie)).toBeNull()
})

test('somebody without a password needs none', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const has = async () => answerOf(getDeletion, await app.send(getDeletion, {}, { cookie }))
  expect(await has()).toEqual({ deleteAfter: null, hasPassword: true, otherMembers: 0 })
  await app.database.auth.query('update auth.accounts set password = null where user_id = $1', [
    session.user.id,
  ])
  expect(await has()).toEqual({ deleteAfter: null, hasPassword: false, otherMembers: 0 })
  expect((await ask(cookie, { ...right, password: null })).status).toBe(200)
})

test('kept after all, its owner is told once', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await ask(cookie)
  const keep = () => app.send(cancelDeletion, {}, { cookie })
  const all = await Promise.all([keep(), keep(), keep()])
  for (const answer of all) expect(await answerOf(cancelDeletion, answer)).toEqual({ deleteAfter: null })
  expect(await deletionOf(cookie)).toBeNull()
  const subjects = (await mailsOf(session.business.id)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)
  expect(subjects[1]).toBe('Your account won’t be deleted')
  // And can be asked for anew.
  expect((await answerOf(requestDeletion, await ask(cookie))).deleteAfter).not.toBeNull()
})

test('an administrator’s account cannot be deleted', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await app.database.auth.query(`update auth.users set role = 'admin' where id = $1`, [session.user.id])
  const problem = await problemOf(await ask(cookie))
  expect(problem).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect(problem.message).toContain('Ask another administrator')
  expect(await deletionOf(cookie)).toBeNull()
})
