import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { getBusiness } from '../../business/contract.ts'
import { forgotPassword, getSession, resetPassword, signIn } from '../contract.ts'
import { readResetFragment } from '../rules.ts'
import { resetPassword as reset } from './reset-password.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.startJobs()
})
afterAll(() => app.close())

const newPassword = 'four unrelated garden words'

async function resetMails(email: string): Promise<string[]> {
  const { rows } = await app.database.platform.query<{ text: string }>(
    `select text from mails where to_address = $1 and kind = 'reset-password' order by created_at`,
    [email],
  )
  return rows.map((row) => row.text)
}

async function changeMails(email: string) {
  const { rows } = await app.database.platform.query<{ subject: string; text: string }>(
    `select subject, text, business_id from mails where to_address = $1 and kind = 'password-changed'`,
    [email],
  )
  return rows
}

async function requestLink(email: string): Promise<string> {
  const before = (await resetMails(email)).length
  expect((await app.send(forgotPassword, { body: { email } })).status).toBe(204)
  const texts = await eventually(async () => {
    const found = await resetMails(email)
    expect(found.length).toBe(before + 1)
    return found
  })
  const [link] = texts.at(-1)?.match(/http\S+recovery-link\S+/) ?? []
  expect(link).toBeDefined()
  return link!
}

/** Opens the mail's link as a browser does and reads the fragment it is sent to. */
async function follow(link: string) {
  const response = await app.app.request(link)
  expect(response.status).toBe(302)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  const target = new URL(response.headers.get('location') ?? '')
  expect(target.pathname).toBe('/reset-password')
  return { fragment: target.hash, link: readResetFragment(target.hash) }
}

async function tokenOf(link: string): Promise<string> {
  const found = (await follow(link)).link
  if (!found.ok) throw new Error(found.message)
  return found.token
}

test('the link sets a new password once, ends every session and proves the address', async () => {
  const person = await app.signUp()
  const { cookie, session: before } = await app.signIn(person)
  const link = await requestLink(person.email)
  const { fragment } = await follow(link)
  expect(fragment).toMatch(/^#type=recovery&token=/)
  const token = await tokenOf(link)
  const answer = await app.send(resetPassword, { body: { token, password: newPassword } })
  expect(answer.status).toBe(204)
  const { rows } = await app.database.auth.query('select owner_verified from businesses where id = $1', [
    before.business.id,
  ])
  expect(rows).toEqual([{ owner_verified: true }])

  expect((await app.send(getBusiness, {}, { cookie })).status).toBe(401)
  expect((await app.send(signIn, { body: person })).status).toBe(401)
  const { session } = await app.signIn({ ...person, password: newPassword })
  expect(session.user.emailVerified).toBe(true)

  const again = await app.send(resetPassword, { body: { token, password: 'another garden path home' } })
  expect(await again.json()).toMatchObject({
    code: 'INVALID_RESET_LINK',
    message: 'This password reset link has expired. Please request a new one.',
  })
  expect((await follow(link)).fragment).toMatch(
    /^#error=access_denied&error_code=otp_expired&error_description=/,
  )
})

test('the owner is told by mail that it was done', async () => {
  const person = await app.signUp()
  const token = await tokenOf(await requestLink(person.email))
  expect((await app.send(resetPassword, { body: { token, password: newPassword } })).status).toBe(204)
  const mails = await changeMails(person.email)
  expect(mails).toMatchObject([{ subject: 'Your password was changed', business_id: null }])
  expect(mails[0]?.text).toContain('All devices were signed out.')
  expect(mails[0]?.text).toContain('http://localhost:3000/forgot-password')
  expect(mails[0]?.text).not.toContain(token)
})

test('a reset that fails on its way has changed nothing and leaves the link good', async () => {
  const person = await app.signUp()
  const { cookie } = await app.signIn(person)
  const token = await tokenOf(await requestLink(person.email))
  const broken = { ...app.deps, mailFrom: 'no address' }
  await expect(
    reset(broken, { token, password: newPassword }, { device: 'A browser', ipAddress: '203.0.113.7' }),
  ).rejects.toThrow('not a single email address')
  expect((await app.send(getBusiness, {}, { cookie })).status).toBe(200)
  expect((await app.send(signIn, { body: person })).status).toBe(200)
  expect((await app.send(resetPassword, { body: { token, password: newPassword } })).status).toBe(204)
})

test('other links of the same person are over with it, those of others are not', async () => {
  const [person, other] = [await app.signUp(), await app.signUp()]
  const first = await tokenOf(await requestLink(person.email))
  const second = await tokenOf(await requestLink(person.email))
  const others = await tokenOf(await requestLink(other.email))
  const use = async (token: string) =>
    (await app.send(resetPassword, { body: { token, password: newPassword } })).status
  expect(await use(second)).toBe(204)
  expect(await use(first)).toBe(400)
  expect(await use(others)).toBe(204)
})

test('twenty uses of one link at once set one password', async () => {
  const person = await app.signUp()
  const token = await tokenOf(await requestLink(person.email))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      app.send(resetPassword, { body: { token, password: `${newPassword} number ${n % 3}` } }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
  expect(await changeMails(person.email)).toHaveLength(1)
})

test('a weak new password is refused and leaves the link good', async () => {
  const person = await app.signUp()
  const token = await tokenOf(await requestLink(person.email))
  const weak = await app.send(resetPassword, { body: { token, password: 'password1' } })
  expect(weak.status).toBe(422)
  expect(await changeMails(person.email)).toEqual([])
  expect((await app.send(resetPassword, { body: { token, password: newPassword } })).status).toBe(204)
})

test('after an hour the link has expired', async () => {
  const person = await app.signUp()
  const link = await requestLink(person.email)
  const { rows } = await app.database.auth.query<{ left: number }>(
    `select extract(epoch from expires_at - now())::int as left from auth.verifications order by created_at desc limit 1`,
  )
  expect(rows[0]?.left).toBeGreaterThan(3500)
  expect(rows[0]?.left).toBeLessThanOrEqual(3600)
  const token = await tokenOf(link)
  await app.database.auth.query(`update auth.verifications set expires_at = now() - interval '1 second'`)
  const { link: read } = await follow(link)
  expect(read).toEqual({
    ok: false,
    title: 'Reset Link Error',
    message: 'This password reset link has expired. Please request a new one.',
  })
  expect((await app.send(resetPassword, { body: { token, password: newPassword } })).status).toBe(400)
})

test('an unknown address gets the same answer, and no mail', async () => {
  const known = await app.signUp()
  const answers = await Promise.all(
    [known.email, 'stranger@example.com'].map((email) => app.send(forgotPassword, { body: { email } })),
  )
  expect(answers.map((answer) => answer.status)).toEqual([204, 204])
  await eventually(async () => expect(await resetMails(known.email)).toHaveLength(1))
  expect(await resetMails('stranger@example.com')).toEqual([])
})

const ask = (email: string, ip: string) =>
  app.send(forgotPassword, { body: { email } }, { headers: { 'x-forwarded-for': ip } })

async function askOften(times: number, email: string, ip: string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await ask(email, ip)).status)
  return statuses
}

test('the sixth reset mail to an address from one network within an hour is refused alike, known or not', async () => {
  const refusals = []
  for (const email of [(await app.signUp()).email, 'another-stranger@example.com']) {
    expect(await askOften(5, email, '198.51.100.20')).toEqual([204, 204, 204, 204, 204])
    const { requestId: _, ...refusal } = await problemOf(await ask(email, '198.51.100.20'))
    refusals.push({ ...refusal, message: refusal.message.replace(/\d+ minutes/, 'N minutes') })
  }
  expect(refusals[0]).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message:
      'Several reset emails have been requested. If this address has an account, links from the last hour still work. Please try again in N minutes.',
  })
  expect(refusals[1]).toEqual(refusals[0])
})

test('somebody elsewhere cannot use up the reset mails of the owner, nor flood the mailbox', async () => {
  const { email } = await app.signUp()
  for (let network = 1; network <= 3; network++) await askOften(6, email, `203.0.113.${network}`)
  expect((await ask(email, '198.51.100.30')).status).toBe(204)
  // Twenty in all. Every link that was mailed still works, so this does not lock the owner out.
  expect(await askOften(6, email, '203.0.113.4')).toEqual([204, 204, 204, 204, 429, 429])
  expect((await ask(email, '203.0.113.5')).status).toBe(429)
})

test('thirty requests an hour come from one network, whatever the addresses, and the others store nothing', async () => {
  const from = (n: number) => ask(`stranger-${n}@network.example`, `2001:db8:7:7::${n + 1}`)
  const statuses = []
  for (let n = 0; n < 34; n++) statuses.push((await from(n)).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(30)
  expect(statuses.slice(30)).toEqual([429, 429, 429, 429])
  const { rows } = await app.database.platform.query(
    `select (select count(*)::int from platform.rate_limits where key like 'reset-mail:account:%@network.example') as counts,
       (select count(*)::int from pgboss.job where data ->> 'email' like '%@network.example') as jobs`,
  )
  expect(rows).toEqual([{ counts: 30, jobs: 30 }])
})

test('a link works while sign-in is locked, and opens it again', async () => {
  const person = await app.signUp()
  const token = await tokenOf(await requestLink(person.email))
  const wrong = { ...person, password: 'not the password' }
  for (let n = 0; n < 10; n++) await app.send(signIn, { body: wrong })
  expect((await app.send(signIn, { body: person })).status).toBe(429)
  expect((await app.send(resetPassword, { body: { token, password: newPassword } })).status).toBe(204)
  expect((await app.send(signIn, { body: { ...person, password: newPassword } })).status).toBe(200)
  // Its other links are gone, so the mails before do not count either.
  expect(await askOften(5, person.email, '198.51.100.31')).toEqual([204, 204, 204, 204, 204])
})

test('the database keeps no token that a thief of it could use', async () => {
  const person = await app.signUp()
  const token = await tokenOf(await requestLink(person.email))
  const { rows } = await app.database.auth.query(`select * from auth.verifications`)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('the address of the site comes from the settings, whatever Host a request names', async () => {
  const person = await app.signUp()
  const answer = await app.send(
    forgotPassword,
    { body: { email: person.email } },
    { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
  )
  expect(answer.status).toBe(204)
  await eventually(async () => expect(await resetMails(person.email)).toHaveLength(1))
  const [text] = await resetMails(person.email)
  expect(text).toContain('http://localhost:3000/')
  expect(text).not.toContain('evil.example')
})

test('without a session the answer is no session, not an error', async () => {
  const answer = await app.send(getSession, {})
  expect([answer.status, await answer.json()]).toEqual([200, { session: null, google: false }])
})
