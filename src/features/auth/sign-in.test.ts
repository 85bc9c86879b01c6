import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  cookieOf,
  createTestApp,
  goodPassword,
  problemOf,
} from '../../../test/support/test-app.ts'
import { getBusiness } from '../business/contract.ts'
import { getSession, signIn, signOut } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the cookie is out of reach of scripts and survives a browser restart', async () => {
  const person = await app.signUp()
  const response = await app.send(signIn, { body: person })
  const [cookie] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^millrace\.session_token=/)
  expect(cookie).toMatch(/HttpOnly/i)
  expect(cookie).toMatch(/SameSite=Lax/i)
  expect(cookie).toMatch(/Max-Age=2592000/i)
  expect(cookie).not.toMatch(/Secure/i)
})

test('on https the cookie is Secure', async () => {
  const secure = await createTestApp({ appUrl: 'https://books.example.com' })
  try {
    const person = await secure.signUp()
    const response = await secure.send(signIn, { body: person })
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-millrace\.session_token=.*; Secure/i)
    // A name that begins so asks for the whole site and no other host, or the browser drops the cookie.
    expect(response.headers.getSetCookie()[0]).toMatch(/; Path=\/(;|$)/i)
    expect(response.headers.getSetCookie()[0]).not.toMatch(/domain=/i)
    const { cookie } = await secure.signIn(person)
    expect((await secure.send(getBusiness, {}, { cookie })).status).toBe(200)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  } finally {
    await secure.close()
  }
})

test('an unknown address and a wrong password get the same answer', async () => {
  const person = await app.signUp()
  const refusals = await Promise.all(
    [
      { ...person, password: 'not the password' },
      { email: 'nobody-here@example.com', password: 'not the password' },
    ].map(async (body) => {
      const response = await app.send(signIn, { body })
      const { requestId: _, ...problem } = await problemOf(response)
      return { status: response.status, problem }
    }),
  )
  expect(refusals[0]).toEqual(refusals[1])
  expect(refusals[0]).toMatchObject({ status: 401, problem: { code: 'INVALID_CREDENTIALS' } })
})

test('ten failures close an account for a while, also to the right password and also when tried at once', async () => {
  const person = await app.signUp()
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => app.send(signIn, { body: { ...person, password: `guess ${n}` } })),
  )
  const statuses = guesses.map((response) => response.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  const right = await app.send(signIn, { body: person })
  expect(right.status).toBe(429)
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await problemOf(right)).message).toMatch(/Too many attempts\. Please try again in \d+ minutes\./)
})

test('an unknown address is limited in the same way as a known one', async () => {
  const body = { email: 'never-signed-up@example.com', password: 'some guess' }
  for (let n = 0; n < 10; n++) expect((await app.send(signIn, { body })).status).toBe(401)
  expect((await app.send(signIn, { body })).status).toBe(429)
})

test('successful sign-ins are not counted', async () => {
  const person = await app.signUp()
  for (let n = 0; n < 12; n++) expect((await app.send(signIn, { body: person })).status).toBe(200)
})

test('a suspended account says so to whoever knows its password, however often, and lets nobody in', async () => {
  const person = await app.signUp()
  await app.database.auth.query('update auth.users set suspended_at = now() where email = $1', [person.email])
  for (let n = 0; n < 12; n++) {
    expect(await problemOf(await app.send(signIn, { body: person }))).toMatchObject({
      status: 403,
      code: 'SUSPENDED',
      message: 'This account is suspended. Email support@millrace.example if you think this is a mistake.',
    })
  }
  const wrong = await app.send(signIn, { body: { ...person, password: 'not the password' } })
  expect(await problemOf(wrong)).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
  const { rowCount } = await app.database.auth.query(
    'select from auth.sessions join auth.users on users.id = sessions.user_id where email = $1',
    [person.email],
  )
  expect(rowCount).toBe(0)
})

test('a hundred failures from one network address close it, but not others', async () => {
  const person = await app.signUp()
  await app.database.platform.query(
    `insert into platform.rate_limits values ('sign-in:ip:198.51.100.9', 100, now() + interval '10 minutes')`,
  )
  const from = (ip: string) => app.send(signIn, { body: person }, { headers: { 'x-forwarded-for': ip } })
  expect((await from('198.51.100.9')).status).toBe(429)
  expect((await from('203.0.113.5, 198.51.100.9')).status).toBe(429)
  expect((await from('::ffff:198.51.100.9')).status).toBe(429)
  expect((await from('198.51.100.10')).status).toBe(200)
  await app.database.platform.query(
    `insert into platform.rate_limits values ('sign-in:ip:2001:db8:1:2::/64', 100, now() + interval '10 minutes')`,
  )
  expect((await from('2001:db8:1:2::9')).status).toBe(429)
  expect((await from('2001:db8:1:3::9')).status).toBe(200)
})

test('signing out ends every session of the user on every device, and nobody else’s', async () => {
  const person = await app.signUp()
  const [laptop, phone, other] = await Promise.all([
    app.signIn(person),
    app.signIn(person),
    app.signUpAndIn(),
  ])
  const response = await app.send(signOut, {}, { cookie: laptop.cookie })
  expect(response.status).toBe(204)
  expect(cookieOf(response)).toMatch(/millrace\.session_token=;|millrace\.session_token=$/)
  for (const { cookie } of [laptop, phone]) {
    expect((await app.send(getBusiness, {}, { cookie })).status).toBe(401)
    expect(await (await app.send(getSession, {}, { cookie })).json()).toMatchObject({ session: null })
  }
  expect((await app.send(getBusiness, {}, { cookie: other.cookie })).status).toBe(200)
})

test('a forged or altered cookie is nobody', async () => {
  const { cookie } = await app.signUpAndIn()
  const altered = cookie.replace(/=(.)/, (_, first: string) => `=${first === 'a' ? 'b' : 'a'}`)
  for (const bad of [altered, 'millrace.session_token=forged.signature', 'millrace.session_token=%00']) {
    expect((await app.send(getBusiness, {}, { cookie: bad })).status).toBe(401)
  }
})

test('an old session refreshes itself, an expired one is refused', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const age = (left: string) =>
    app.database.auth.query(`update auth.sessions set expires_at = now() + $2::interval where user_id = $1`, [
      session.user.id,
      left,
    ])
  await age('20 days')
  const refreshed = await app.send(getBusiness, {}, { cookie })
  expect(refreshed.headers.getSetCookie()[0]).toMatch(/millrace\.session_token=.*Max-Age=2592000/i)
  await age('-1 second')
  expect((await app.send(getBusiness, {}, { cookie })).status).toBe(401)
})

test('a session ends 90 days after it began, however often it is used', async () => {
  const used = await app.signUpAndIn()
  const begin = (ago: string) =>
    app.database.auth.query(
      `update auth.sessions set created_at = now() - $2::interval, expires_at = now() + interval '20 days'
       where user_id = $1`,
      [used.session.user.id, ago],
    )
  await begin('89 days')
  expect((await app.send(getBusiness, {}, { cookie: used.cookie })).status).toBe(200)
  await begin('91 days')
  const over = await app.send(getBusiness, {}, { cookie: used.cookie })
  expect(over.status).toBe(401)
  expect(over.headers.getSetCookie()).toEqual([])
  const { rowCount } = await app.database.auth.query('select from auth.sessions where user_id = $1', [
    used.session.user.id,
  ])
  expect(rowCount).toBe(0)
})

test('signing in again ends the session that the browser had, and no other', async () => {
  const person = await app.signUp()
  const [here, elsewhere] = await Promise.all([app.signIn(person), app.signIn(person)])
  const again = await app.send(signIn, { body: person }, { cookie: here.cookie })
  expect(cookieOf(again)).not.toBe(here.cookie)
  const statusOf = async (cookie: string) => (await app.send(getBusiness, {}, { cookie })).status
  expect(await statusOf(here.cookie)).toBe(401)
  expect(await statusOf(cookieOf(again))).toBe(200)
  expect(await statusOf(elsewhere.cookie)).toBe(200)
})

test('a password counts as it was typed, to its last character', async () => {
  const password = ` Quiet harbour lantern ${'x'.repeat(104)} `
  expect(password).toHaveLength(128)
  const { email } = await app.signUp({ password })
  const attempt = async (typed: string) =>
    (await app.send(signIn, { body: { email, password: typed } })).status
  expect(await attempt(password)).toBe(200)
  for (const other of [
    password.trim(),
    password.toLowerCase(),
    password.slice(0, 72),
    password.slice(0, -1),
  ]) {
    expect(await attempt(other), other).toBe(401)
  }
})

test('no password, cookie or token reaches the log', async () => {
  const { cookie } = await app.signIn(await app.signUp())
  await app.send(signIn, { body: { email: 'x@example.com', password: 'a wrong secret password' } })
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThan(10)
  const log = app.log.join('')
  for (const secret of [goodPassword, 'a wrong secret password', token]) expect(log).not.toContain(secret)
})
