import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import { getBusiness } from '../../business/contract.ts'
import * as contract from '../contract.ts'
import { ensureDefaultAdmin } from '../ensure-default-admin.ts'
import { identifyFresh } from '../sessions/identify.ts'
import { changePassword as change } from './change-password.ts'

const { changePassword, getSession, signIn, signOut } = contract

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const newPassword = 'four unrelated garden words'

async function changeMails(email: string) {
  const { rows } = await app.database.platform.query<{ subject: string; text: string }>(
    `select subject, text, business_id, has_secret, state from mails
     where to_address = $1 and kind = 'password-changed'`,
    [email],
  )
  return rows
}

test('the new password holds, the old one does not, and other devices are signed out', async () => {
  const person = await app.signUp()
  const here = await app.signIn(person)
  const elsewhere = await app.signIn(person)
  const answer = await app.send(
    changePassword,
    { body: { currentPassword: person.password, newPassword } },
    { cookie: here.cookie },
  )
  expect(answer.status).toBe(204)
  expect((await app.send(getBusiness, {}, { cookie: here.cookie })).status).toBe(200)
  expect((await app.send(getBusiness, {}, { cookie: elsewhere.cookie })).status).toBe(401)
  expect((await app.send(signIn, { body: person })).status).toBe(401)
  expect((await app.send(signIn, { body: { ...person, password: newPassword } })).status).toBe(200)
})

test('the owner is told by mail, once', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const body = { currentPassword: person.password, newPassword }
  expect((await app.send(changePassword, { body }, { cookie })).status).toBe(204)
  const mails = await changeMails(person.email)
  expect(mails).toMatchObject([
    { subject: 'Your password was changed', business_id: null, has_secret: false, state: 'queued' },
  ])
  const text = mails[0]?.text ?? ''
  expect(text).toMatch(/was changed on [A-Z][a-z]{2} \d+, \d{4} at \d+:\d\d [AP]M \S+\./)
  expect(text).toContain('All other devices were signed out.')
  expect(text).toContain('http://localhost:3000/forgot-password')
})

test('a mail that cannot be queued leaves the password as it was', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const identity = await identifyFresh(app.deps, new Headers({ 'set-cookie': cookie }))
  const deps = { ...app.deps, mailFrom: 'no address' }
  const caller = { ...identity!, device: 'A browser', ipAddress: '203.0.113.7' }
  await expect(change(deps, caller, { currentPassword: person.password, newPassword })).rejects.toThrow(
    'not a single email address',
  )
  expect((await app.send(signIn, { body: person })).status).toBe(200)
})

test.each([
  ['wrong', 'not the current one'],
  ['missing', undefined],
])('a %s current password is refused and changes nothing', async (_what, currentPassword) => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const body = { newPassword, ...(currentPassword === undefined ? {} : { currentPassword }) }
  const answer = await app.send(changePassword, { body }, { cookie })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    code: 'WRONG_PASSWORD',
    fields: { currentPassword: expect.any(String) },
  })
  expect((await app.send(signIn, { body: person })).status).toBe(200)
  expect(await changeMails(person.email)).toEqual([])
})

test('guessing the current password is limited', async () => {
  const { cookie } = await app.signUpAndIn()
  const guess = () =>
    app.send(changePassword, { body: { currentPassword: 'a guess', newPassword } }, { cookie })
  const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map((answer) => answer.status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})

test('short, common and unchanged passwords are refused', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  for (const [bad, reason] of [
    ['short', 'Password must be at least 8 characters long'],
    ['password1', expect.stringContaining('stronger password')],
    [person.password, expect.stringContaining('differs from the current one')],
  ] as const) {
    const answer = await app.send(
      changePassword,
      { body: { currentPassword: person.password, newPassword: bad } },
      { cookie },
    )
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ fields: { newPassword: reason } })
  }
  expect(await changeMails(person.email)).toEqual([])
})

test('the default admin is made once, and can do nothing before the first change of its password', async () => {
  const settings = { email: 'admin@millrace.example', password: undefined }
  const attempts = await Promise.all([1, 2, 3].map(() => ensureDefaultAdmin(app.deps, settings)))
  const [admin, ...others] = attempts.filter((made) => made !== null)
  expect(others).toEqual([])
  expect(admin!.password.length).toBeGreaterThanOrEqual(16)

  const { cookie, session } = await app.signIn(admin!)
  expect(session.user).toMatchObject({ role: 'admin', mustChangePassword: true })

  // Everything that needs a session is closed, by whatever road, save what the change itself needs.
  const open = new Set<unknown>([changePassword, signOut])
  for (const endpoint of app.api.endpoints.filter((e) => e.access !== 'public' && !open.has(e))) {
    const answer = await app.app.request(endpoint.path, {
      method: endpoint.method.toUpperCase(),
      headers: { cookie, origin: 'http://localhost:3000', 'content-type': 'application/json' },
      ...(endpoint.method === 'get' ? {} : { body: '{}' }),
    })
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, 403])
    expect(await answer.json()).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' })
  }

  const same = await app.send(changePassword, { body: { newPassword: admin!.password } }, { cookie })
  expect(same.status).toBe(422)
  expect((await app.send(changePassword, { body: { newPassword } }, { cookie })).status).toBe(204)
  const restored = await answerOf(getSession, await app.send(getSession, {}, { cookie }))
  expect(restored.session?.user.mustChangePassword).toBe(false)
  expect((await app.send(getBusiness, {}, { cookie })).status).toBe(200)
  expect(await changeMails(settings.email)).toEqual([])
  // From now on the current password is asked for.
  const next = { newPassword: 'quite another set of words' }
  expect((await app.send(changePassword, { body: next }, { cookie })).status).toBe(403)
  expect(await ensureDefaultAdmin(app.deps, settings)).toBeNull()
})
