import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordStatements } from '../../../../bench/record-statements.ts'
import { invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import { getBusiness } from '../../business/contract.ts'
import { createInvoice, listInvoices } from '../../invoices/contract.ts'

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

describe('a frequent read', () => {
  const list = (cookie: string) => app.send(listInvoices, { query: {} }, { cookie })

  test('takes two exchanges with the database: the session, then the rows', async () => {
    const { cookie } = await app.signUpAndIn()
    await list(cookie)
    const exchanges = await recordStatements(() => list(cookie))
    expect(exchanges.map(({ batches }) => batches.flat().map(({ name }) => name))).toEqual([
      ['find-fresh-session'],
      ['enter-tenant', 'list-invoices-all-first'],
    ])
  })

  test.each([
    ['over', 'delete from auth.sessions where user_id = $1', 401],
    ['of somebody suspended', 'update auth.users set suspended_at = now() where id = $1', 401],
    ['before a new password', 'update auth.users set initial_password_changed = false where id = $1', 403],
  ])('shows nothing when the session is %s', async (_, change, status) => {
    const { cookie, session } = await app.signUpAndIn()
    for (const expected of [200, 200]) expect((await list(cookie)).status).toBe(expected)
    await app.database.auth.query(change, [session.user.id])
    for (const expected of [status, status]) expect((await list(cookie)).status).toBe(expected)
  })

  test('shows the rows of the user whose session it is now', async () => {
    const { cookie, session } = await app.signUpAndIn()
    const other = await app.signUpAndIn()
    const { id } = await answerOf(
      createInvoice,
      await app.send(
        createInvoice,
        { body: { ...invoiceInput(), requestId: randomUUID() } },
        { cookie: other.cookie },
      ),
    )
    expect((await answerOf(listInvoices, await list(cookie))).invoices).toEqual([])
    await app.database.auth.query('update auth.sessions set user_id = $2 where user_id = $1', [
      session.user.id,
      other.session.user.id,
    ])
    const { invoices } = await answerOf(listInvoices, await list(cookie))
    expect(invoices.map((invoice) => invoice.id)).toEqual([id])
  })

  test('says what is wrong with a request only to a user with a session', async () => {
    const { cookie, session } = await app.signUpAndIn()
    await list(cookie)
    const wrong = () => app.send(listInvoices, { query: { after: 'nonsense' } }, { cookie })
    expect((await wrong()).status).toBe(422)
    await app.database.auth.query('delete from auth.sessions where user_id = $1', [session.user.id])
    expect((await wrong()).status).toBe(401)
  })
})

test('a fresh session is answered without setting its cookie again', async () => {
  const { cookie } = await app.signUpAndIn()
  expect((await ask(cookie)).headers.getSetCookie()).toEqual([])
})
