import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, cookieOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { getBusiness } from '../../business/contract.ts'
import { changePassword, resetPassword, signIn } from '../contract.ts'
import { identifyFresh } from '../sessions/identify.ts'
import { changePassword as change } from './change-password.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const newPassword = 'four unrelated garden words'

/** Stops everything that has just found a password to be right, until it is let go. */
async function holdAfterVerify() {
  const { password } = await app.deps.auth.$context
  const { verify } = password
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  password.verify = async (given) => {
    const isRight = await verify(given)
    arrived.resolve()
    await gate.promise
    return isRight
  }
  return {
    arrived: arrived.promise,
    /** What comes from now on is not held. */
    letOthersPass: () => (password.verify = verify),
    release() {
      password.verify = verify
      gate.resolve()
    },
  }
}

async function sessionsOf(email: string): Promise<number> {
  const { rowCount } = await app.database.auth.query(
    'select from auth.sessions join auth.users on users.id = sessions.user_id where email = $1',
    [email],
  )
  return rowCount ?? 0
}

/** The token of a reset link, without the mail that carries it. */
async function resetToken(email: string): Promise<string> {
  const { internalAdapter } = await app.deps.auth.$context
  const { rows } = await app.database.auth.query<{ id: string }>(
    'select id from auth.users where email = $1',
    [email],
  )
  const token = `token-of-${email}`
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: rows[0]!.id,
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  return token
}

const changeIn = (cookie: string, currentPassword: string, password = newPassword) =>
  app.send(changePassword, { body: { currentPassword, newPassword: password } }, { cookie })

test('a sign-in whose password was changed after it was checked makes no session', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const hold = await holdAfterVerify()
  const late = app.send(signIn, { body: person })
  await hold.arrived
  hold.letOthersPass()
  expect((await changeIn(cookie, person.password)).status).toBe(204)
  hold.release()
  const answer = await late
  expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await sessionsOf(person.email)).toBe(1)
})

test('a sign-in whose password was reset after it was checked makes no session', async () => {
  const person = await app.signUp()
  const token = await resetToken(person.email)
  const hold = await holdAfterVerify()
  const late = app.send(signIn, { body: person })
  await hold.arrived
  hold.letOthersPass()
  expect((await app.send(resetPassword, { body: { token, password: newPassword } })).status).toBe(204)
  hold.release()
  expect((await late).status).toBe(401)
  expect(await sessionsOf(person.email)).toBe(0)
})

test('a sign-in that is suspended after its password was checked makes no session', async () => {
  const person = await app.signUp()
  const hold = await holdAfterVerify()
  const late = app.send(signIn, { body: person })
  await hold.arrived
  await app.database.auth.query('update auth.users set suspended_at = now() where email = $1', [person.email])
  hold.release()
  expect(await problemOf(await late)).toMatchObject({ code: 'SUSPENDED' })
  expect(await sessionsOf(person.email)).toBe(0)
})

test('of many sign-ins with the old password at once with a change, none is left afterwards', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await app.signUp()
    const { cookie } = await app.signIn(person)
    const attempts = Array.from({ length: 8 }, () => app.send(signIn, { body: person }))
    const [changed, ...answers] = await Promise.all([changeIn(cookie, person.password), ...attempts])
    expect(changed.status).toBe(204)
    expect(await sessionsOf(person.email)).toBe(1)
    for (const answer of answers) {
      expect([200, 401]).toContain(answer.status)
      expect((await app.send(getBusiness, {}, { cookie: cookieOf(answer) })).status).toBe(401)
    }
  }
})

test('a change that checked the old password does not replace one that was set meanwhile', async () => {
  const person = await app.signUp()
  const [owner, thief] = [await app.signIn(person), await app.signIn(person)]
  const hold = await holdAfterVerify()
  const late = changeIn(thief.cookie, person.password, 'the words of somebody else')
  await hold.arrived
  hold.letOthersPass()
  expect((await changeIn(owner.cookie, person.password)).status).toBe(204)
  hold.release()
  expect((await late).status).toBe(401)
  expect((await app.send(signIn, { body: { ...person, password: newPassword } })).status).toBe(200)
})

test('a change from a session that has ended meanwhile changes nothing, also where no password is asked for', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const identity = await identifyFresh(app.deps, new Headers({ 'set-cookie': cookie }))
  const token = await resetToken(person.email)
  expect((await app.send(resetPassword, { body: { token, password: newPassword } })).status).toBe(204)
  const forced = { ...identity!, mustChangePassword: true, device: 'A browser', ipAddress: '203.0.113.7' }
  const body = { newPassword: 'the words of somebody else' }
  await expect(change(app.deps, forced, body)).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  })
  expect((await app.send(signIn, { body: { ...person, password: newPassword } })).status).toBe(200)
})
