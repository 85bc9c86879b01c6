import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { getSession, resendVerification, verifyEmail } from './contract.ts'
import { ensureDefaultAdmin } from './ensure-default-admin.ts'

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
  for (const wasConfirmed of [false, true]) {
    const answer = await app.send(verifyEmail, { body: { token: token! } })
    expect(await answerOf(verifyEmail, answer)).toEqual({ wasConfirmed })
  }
  const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie }))
  expect(session?.user.emailVerified).toBe(true)
})

async function isOwnerVerified(email: string): Promise<boolean | undefined> {
  const { rows } = await app.database.auth.query<{ verified: boolean }>(
    `select owner_verified as verified from businesses
     join members on members.business_id = businesses.id join auth.users on users.id = members.user_id
     where users.email = $1`,
    [email],
  )
  return rows[0]?.verified
}

async function countReleases(): Promise<number> {
  const { rows } = await app.database.platform.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where name = 'release-held-mails'`,
  )
  return rows[0]?.count ?? 0
}

test('the business learns of it in the same commit, once, also when confirmed many times at once', async () => {
  const person = await app.signUp()
  const [token] = await tokens(person.email)
  expect(await isOwnerVerified(person.email)).toBe(false)
  const before = await countReleases()
  const undone = vi.spyOn(app.deps.jobs, 'enqueue').mockRejectedValue(new Error('no jobs today'))
  expect((await app.send(verifyEmail, { body: { token: token! } })).status).toBe(500)
  undone.mockRestore()
  expect(await isOwnerVerified(person.email)).toBe(false)
  const { session } = await app.signIn(person)
  expect(session.user.emailVerified).toBe(false)

  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => app.send(verifyEmail, { body: { token: token! } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await isOwnerVerified(person.email)).toBe(true)
  expect(await countReleases()).toBe(before + 1)
})

test('an address that was found confirmed in another way reaches the business at the next sign-in', async () => {
  const person = await app.signUp()
  await app.database.auth.query('update auth.users set email_verified = true where email = $1', [
    person.email,
  ])
  const before = await countReleases()
  await app.signIn(person)
  expect(await isOwnerVerified(person.email)).toBe(true)
  expect(await countReleases()).toBe(before + 1)
})

test('an account that is made with a confirmed address starts so', async () => {
  const email = 'first-admin@example.com'
  await ensureDefaultAdmin(app.deps, { email, password: undefined })
  expect(await isOwnerVerified(email)).toBe(true)
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
