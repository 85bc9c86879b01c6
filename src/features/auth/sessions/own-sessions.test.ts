import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, answerOf, cookieOf, createTestApp } from '../../../../test/support/test-app.ts'
import { getBusiness } from '../../business/contract.ts'
import { endOtherSessions, endSession, listSessions, signIn } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const list = async (cookie: string) =>
  (await answerOf(listSessions, await app.send(listSessions, {}, { cookie }))).sessions
const end = (cookie: string, id: string) => app.send(endSession, { params: { id } }, { cookie })
const statusOf = async (cookie: string) => (await app.send(getBusiness, {}, { cookie })).status

/** One person, signed in as often as there are devices. */
async function signInOn(...userAgents: string[]) {
  const body = await app.signUp()
  const cookies: string[] = []
  for (const userAgent of userAgents) {
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': `203.0.113.${cookies.length + 1}` }
    cookies.push(cookieOf(await app.send(signIn, { body }, { headers })))
  }
  return cookies as [string, ...string[]]
}

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Safari/604.1'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36'

test('the present session is listed first, the others by when they were last used', async () => {
  const [first, second, third] = await signInOn(phone, laptop, 'curl/8')
  const found = await list(first)
  expect(found.map(({ device, ipAddress, isCurrent }) => [device, ipAddress, isCurrent])).toEqual([
    ['Safari on iPhone', '203.0.113.1', true],
    ['A browser', '203.0.113.3', false],
    ['Chrome on Windows', '203.0.113.2', false],
  ])
  expect((await list(second!))[0]).toMatchObject({ device: 'Chrome on Windows', isCurrent: true })
  expect((await list(third!)).map(({ id }) => id).toSorted()).toEqual(found.map(({ id }) => id).toSorted())
})

test('the list says nothing with which one could sign in', async () => {
  const [cookie] = await signInOn(phone)
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(JSON.stringify(await list(cookie))).not.toContain(token)
})

test('a session was last used when it last got a new end', async () => {
  const [cookie] = await signInOn(laptop)
  const [session] = await list(cookie)
  await app.database.auth.query(
    `update auth.sessions set created_at = now() - interval '9 days', updated_at = now() - interval '9 days',
       expires_at = now() + interval '21 days' where id = $1`,
    [session?.id],
  )
  expect(await statusOf(cookie)).toBe(200)
  const [refreshed] = await list(cookie)
  const daysAgo = (moment: string) => Math.round((Date.now() - Date.parse(moment)) / 86_400_000)
  expect(daysAgo(refreshed!.signedInAt)).toBe(9)
  expect(daysAgo(refreshed!.lastSeenAt)).toBe(0)
})

test('a session that is over is not listed', async () => {
  const [first, second] = await signInOn(phone, laptop)
  const id = (await list(second!))[0]?.id
  await app.database.auth.query(`update auth.sessions set expires_at = now() where id = $1`, [id])
  expect(await list(first)).toHaveLength(1)
})

test('ending a session holds at its next request and leaves the others', async () => {
  const [first, second, third] = await signInOn(phone, laptop, laptop)
  const id = (await list(second!))[0]!.id
  expect((await end(first, id)).status).toBe(204)
  expect([await statusOf(first), await statusOf(second!), await statusOf(third!)]).toEqual([200, 401, 200])
  expect((await end(first, id)).status).toBe(204)
  expect(await list(first)).toHaveLength(2)
})

test('the present session can be ended too', async () => {
  const [first, second] = await signInOn(phone, laptop)
  await end(first, (await list(first))[0]!.id)
  expect([await statusOf(first), await statusOf(second!)]).toEqual([401, 200])
})

test('all others can be ended at once, and nobody else’s are', async () => {
  const [first, second, third] = await signInOn(phone, laptop, 'curl/8')
  const [stranger, strangers] = await signInOn(phone, laptop)
  expect((await app.send(endOtherSessions, {}, { cookie: first })).status).toBe(204)
  expect([await statusOf(first), await statusOf(second!), await statusOf(third!)]).toEqual([200, 401, 401])
  expect([await statusOf(stranger), await statusOf(strangers!)]).toEqual([200, 200])
})

test('another user’s session cannot be ended nor told from one that never was', async () => {
  const [mine] = await signInOn(phone)
  const [theirs] = await signInOn(laptop)
  const id = (await list(theirs))[0]!.id
  const answers = [await end(mine, id), await end(mine, randomUUID())]
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(await statusOf(theirs)).toBe(200)
})
