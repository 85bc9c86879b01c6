import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  answerOf,
  createTestApp,
  goodPassword,
  problemOf,
} from '../../../../test/support/test-app.ts'
import { listSecurityActivity, switchIntegrations } from '../../integrations/contract.ts'
import { changePassword, confirmSession, getConfirmation } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const change = (cookie: string) => app.send(switchIntegrations, { body: { enabled: true } }, { cookie })
const confirm = (cookie: string, password: string) =>
  app.send(confirmSession, { body: { password } }, { cookie })
const forgetConfirmations = (userId: string) =>
  app.database.auth.query(
    `update auth.sessions set confirmed_at = now() - interval '10 minutes' where user_id = $1`,
    [userId],
  )

async function activityOf(cookie: string) {
  const response = await app.send(listSecurityActivity, { query: {} }, { cookie })
  return (await answerOf(listSecurityActivity, response)).entries
}

async function mailsTo(email: string) {
  const { rows } = await app.database.platform.query<{ subject: string; text: string }>(
    `select subject, text from mails where to_address = $1 and kind = 'security-notice'`,
    [email],
  )
  return rows
}

test('signing in counts for ten minutes, and so does the password afterwards, in this session alone', async () => {
  const person = await app.signUp()
  const { cookie, session } = await app.signIn(person)
  const other = await app.signIn(person)
  expect((await change(cookie)).status).toBe(200)
  await forgetConfirmations(session.user.id)
  expect(await problemOf(await change(cookie))).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
  const how = await app.send(getConfirmation, {}, { cookie })
  expect(await answerOf(getConfirmation, how)).toEqual({ hasPassword: true })
  expect((await confirm(cookie, goodPassword)).status).toBe(204)
  expect((await change(cookie)).status).toBe(200)
  expect(await problemOf(await change(other.cookie))).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
})

test('a session that gets its new end on the way is as old as it was', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await app.database.auth.query(
    `update auth.sessions set confirmed_at = now() - interval '2 days', expires_at = now() + interval '28 days'
     where user_id = $1`,
    [session.user.id],
  )
  for (const response of [await change(cookie), await change(cookie)]) {
    expect(await problemOf(response)).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
  }
})

test('a wrong password opens nothing; after ten the owner is told, once', async () => {
  const person = await app.signUp()
  const { cookie, session } = await app.signIn(person)
  await forgetConfirmations(session.user.id)
  const wrong = await confirm(cookie, 'a guess')
  expect(await problemOf(wrong)).toMatchObject({
    code: 'WRONG_PASSWORD',
    fields: { password: 'The password is incorrect.' },
  })
  expect(await problemOf(await change(cookie))).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
  // Those that are typed to change it count together with these.
  const body = { currentPassword: 'a guess', newPassword: 'four unrelated garden words' }
  expect((await app.send(changePassword, { body }, { cookie })).status).toBe(403)
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => confirm(cookie, 'a guess')))).map(
    ({ status }) => status,
  )
  expect(statuses).toEqual(statuses.map(() => 403))
  expect(await mailsTo(person.email)).toEqual([])
  const blocked = await Promise.all([
    confirm(cookie, goodPassword),
    confirm(cookie, goodPassword),
    app.send(changePassword, { body }, { cookie }),
  ])
  for (const response of blocked) expect(response.status).toBe(429)
  expect(await problemOf(await change(cookie))).toMatchObject({ code: 'CONFIRMATION_NEEDED' })
  expect(await mailsTo(person.email)).toMatchObject([
    { subject: 'Your password was entered incorrectly too many times' },
  ])
  expect(await activityOf(cookie)).toMatchObject([{ type: 'change', what: 'Too many wrong passwords' }])
})
