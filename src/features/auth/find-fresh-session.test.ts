import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { getBusiness } from '../business/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (cookie: string) => app.send(getBusiness, {}, { cookie })

test('a token is worth nothing without our signature', async () => {
  const { cookie } = await app.signUpAndIn()
  expect((await ask(cookie)).status).toBe(200)
  const [name, value] = cookie.split('=', 2) as [string, string]
  const [token] = decodeURIComponent(value).split('.') as [string]
  const { rows } = await app.database.auth.query<{ token: string }>('select token from auth.sessions')
  expect(rows.map((row) => row.token)).toContain(token)
  const other = Buffer.alloc(32).toString('base64')
  for (const forged of [token, `${token}.`, `${token}.${other}`, `.${other}`, `${token}.%00`, '.']) {
    expect((await ask(`${name}=${encodeURIComponent(forged)}`)).status, forged).toBe(401)
  }
})

test('what changes about a user or ends a session holds at the next request', async () => {
  const { cookie, session } = await app.signUpAndIn({ businessName: 'Before' })
  const change = (sql: string) => app.database.auth.query(sql, [session.user.id])
  await change('update auth.users set initial_password_changed = false where id = $1')
  expect((await ask(cookie)).status).toBe(403)
  await change('update auth.users set initial_password_changed = true where id = $1')
  expect((await ask(cookie)).status).toBe(200)
  await change('delete from auth.sessions where user_id = $1')
  expect((await ask(cookie)).status).toBe(401)
})

test('a fresh session is answered without setting its cookie again', async () => {
  const { cookie } = await app.signUpAndIn()
  expect((await ask(cookie)).headers.getSetCookie()).toEqual([])
})
