import { afterAll, beforeAll, expect, test } from 'vitest'
import { readActivity, readNotices, sourceHeaders } from '../../../test/support/security-activity.ts'
import { type TestApp, createTestApp, goodPassword } from '../../../test/support/test-app.ts'
import * as auth from '../auth/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.startJobs()
})
afterAll(() => app.close())

async function resetToken(email: string): Promise<string> {
  await app.send(auth.forgotPassword, { body: { email } })
  let token: string | undefined
  await expect
    .poll(async () => {
      const { rows } = await app.database.platform.query<{ text: string }>(
        `select text from mails where to_address = $1 and kind = 'reset-password'`,
        [email],
      )
      return (token = /token=([^\s&]+)/.exec(rows[0]?.text ?? '')?.[1])
    })
    .toBeDefined()
  return token ?? ''
}

test('export, deletion and passwords are noted once each, with where it came from', async () => {
  const person = await app.signUp()
  const { cookie, session } = await app.signIn(person)
  const extra = { cookie, headers: sourceHeaders }
  const exported = await app.send(contract.exportData, {}, extra)
  expect(exported.status).toBe(200)
  await exported.arrayBuffer()
  const body = { confirmation: session.business.name, password: goodPassword }
  for (let time = 0; time < 2; time++) {
    expect((await app.send(contract.requestDeletion, { body }, extra)).status).toBe(200)
  }
  for (let time = 0; time < 2; time++) {
    expect((await app.send(contract.cancelDeletion, {}, extra)).status).toBe(200)
  }
  const change = { currentPassword: goodPassword, newPassword: 'four unrelated garden words' }
  expect((await app.send(auth.changePassword, { body: change }, extra)).status).toBe(204)
  const token = await resetToken(person.email)
  const reset = { token, password: 'quite another set of words' }
  expect((await app.send(auth.resetPassword, { body: reset }, { headers: sourceHeaders })).status).toBe(204)

  const again = await app.signIn({ email: person.email, password: reset.password })
  const entries = await readActivity(app, again.cookie)
  expect(entries.map(({ what, detail }) => [what, detail])).toEqual([
    ['Password reset with a link from an email', ''],
    ['Password changed', ''],
    ['Account deletion canceled', ''],
    ['Account deletion requested', expect.stringMatching(/^To be deleted on [A-Z][a-z]{2} \d+, \d{4}$/)],
    ['Data exported', 'All data of Test Business, without passwords and secret keys'],
  ])
  for (const { who, from } of entries) {
    expect([who, from]).toEqual(['Test Owner', 'Firefox on Windows, 203.0.113.7'])
  }
  // The others have mails of their own.
  const notices = await readNotices(app, session.business.id)
  expect(notices).toMatchObject([{ to: person.email, subject: 'Your data was exported' }])
})

test('an export that does not begin is not told', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const key = `export:${session.business.id}`
  await app.database.platform.query(
    `insert into platform.rate_limits (key, count, window_ends_at) values ($1, 10, now() + interval '1 hour')`,
    [key],
  )
  expect((await app.send(contract.exportData, {}, { cookie })).status).toBe(429)
  expect(await readActivity(app, cookie)).toEqual([])
  expect(await readNotices(app, session.business.id)).toEqual([])
})
