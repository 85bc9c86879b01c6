import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { getSession, resendVerification, verifyEmail } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function tokens(email: string): Promise<string[]> {
  const { rows } = await app.database.platform.query<{ text: string }>(
    `select text from mails where to_address = $1 and kind = 'verify-email' order by created_at`,
    [email],
  )
  return rows.map((row) => /\/verify-email#token=(\S+)/.exec(row.text)?.[1] ?? '')
}

test('the link of the mail confirms the address, and opening it again does no harm', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const [token] = await tokens(person.email)
  for (let n = 0; n < 2; n++) {
    expect((await app.send(verifyEmail, { body: { token: token! } })).status).toBe(204)
  }
  const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie }))
  expect(session?.user.emailVerified).toBe(true)
})

test('an altered link is refused in plain words', async () => {
  const person = await app.signUp()
  const [token] = await tokens(person.email)
  for (const bad of [
    'nonsense',
    `${token!.slice(0, -4)}AAAA`,
    token!.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0'),
  ]) {
    const answer = await app.send(verifyEmail, { body: { token: bad } })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'INVALID_VERIFICATION_LINK',
      message: 'This verification link is invalid or has expired.',
    })
  }
})

test('the mail can be sent again, five times an hour', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await app.send(resendVerification, {}, { cookie })).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  expect(await tokens(person.email)).toHaveLength(6)
})
