import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { changePassword, signIn, signUp } from '../contract.ts'
import { judgePassword } from './judge-password.ts'
import { resetPassword } from './reset-password.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ip = '192.0.2.60'
const from = { 'x-forwarded-for': ip }

/** Uses a limit up. */
async function exhaust(key: string, count: number): Promise<void> {
  await app.database.platform.query(
    `insert into platform.rate_limits values ($1, $2, now() + interval '10 minutes')`,
    [key, count],
  )
}

/** The use cases ask `deps` at each call. */
async function withSpy(work: (judge: ReturnType<typeof vi.fn<typeof judgePassword>>) => Promise<void>) {
  const real = app.deps.judgePassword
  const judge = vi.fn<typeof judgePassword>(real)
  app.deps.judgePassword = judge
  try {
    await work(judge)
  } finally {
    app.deps.judgePassword = real
  }
}

test('a password is judged in another thread, which leaves this one free', async () => {
  let turns = 0
  let isJudged = false
  const count = () => {
    turns++
    if (!isJudged) setImmediate(count)
  }
  setImmediate(count)
  // On this thread the answer would be there before the first turn.
  const weakness = await judgePassword({ password: 'password1', about: [] })
  isJudged = true
  expect(turns).toBeGreaterThan(0)
  expect(weakness).toMatch(/^Please choose a stronger password\. This one is a common password or word\./)
  expect(await judgePassword({ password: 'quiet copper kettle harbour', about: [] })).toBeNull()
})

test('a change of password counts before it judges, and a success does not give that back', async () => {
  const person = await app.signUp()
  const { cookie, session } = await app.signIn(person)
  const change = (currentPassword: string, newPassword: string) =>
    app.send(changePassword, { body: { currentPassword, newPassword } }, { cookie, headers: from })
  await withSpy(async (judge) => {
    expect((await change(person.password, 'password1')).status).toBe(422)
    expect((await change('not the password', 'password1')).status).toBe(403)
    expect((await change(person.password, 'four unrelated garden words')).status).toBe(204)
    expect(judge).toHaveBeenCalledTimes(2)
  })
  const { rows } = await app.database.platform.query(
    'select count from platform.rate_limits where key in ($1, $2)',
    [`password-work:${session.user.id}`, `new-password:ip:${ip}`],
  )
  expect(rows).toEqual([{ count: 3 }, { count: 3 }])
})

test.each(['account', 'network'])(
  'with the limit of the %s reached, a change judges nothing',
  async (which) => {
    const person = await app.signUp()
    const { cookie, session } = await app.signIn(person)
    const address = `192.0.2.${which === 'account' ? 61 : 62}`
    if (which === 'account') await exhaust(`password-work:${session.user.id}`, 30)
    else await exhaust(`new-password:ip:${address}`, 300)
    await withSpy(async (judge) => {
      const body = { currentPassword: person.password, newPassword: 'four unrelated garden words' }
      const answer = await app.send(
        changePassword,
        { body },
        { cookie, headers: { 'x-forwarded-for': address } },
      )
      expect(await problemOf(answer)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
      expect(judge).not.toHaveBeenCalled()
    })
  },
)

test('with the limit reached, neither a reset nor a sign-up judges anything', async () => {
  const { session } = await app.signUpAndIn()
  const { internalAdapter } = await app.deps.auth.$context
  await internalAdapter.createVerificationValue({
    identifier: 'reset-password:a-token',
    value: session.user.id,
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  await exhaust(`reset-work:${session.user.id}`, 30)
  await exhaust('sign-up:ip:192.0.2.63', 300)
  await withSpy(async (judge) => {
    const reset = { token: 'a-token', password: 'four unrelated garden words' }
    const source = { device: 'A browser', ipAddress: ip }
    await expect(resetPassword(app.deps, reset, source)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const body = {
      name: 'Test Owner',
      email: 'late@example.com',
      password: 'password1',
      businessName: 'Late',
      timeZone: 'UTC',
    }
    const answer = await app.send(signUp, { body }, { headers: { 'x-forwarded-for': '192.0.2.63' } })
    expect(answer.status).toBe(429)
    expect(judge).not.toHaveBeenCalled()
  })
})

test('right sign-ins are limited too, because each of them hashes', async () => {
  const person = await app.signUp()
  await exhaust(`sign-in-work:account:${person.email}`, 119)
  const { password } = await app.deps.auth.$context
  expect((await app.send(signIn, { body: person })).status).toBe(200)
  const verify = vi.spyOn(password, 'verify')
  expect((await app.send(signIn, { body: person })).status).toBe(429)
  expect(verify).not.toHaveBeenCalled()
  verify.mockRestore()
})
