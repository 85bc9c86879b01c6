import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, createTestApp, goodPassword, problemOf } from '../../../test/support/test-app.ts'
import { getSession, signUp } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const newPerson = () => ({
  name: 'Test Owner',
  email: `${randomUUID()}@example.com`,
  password: goodPassword,
  businessName: 'Test Business',
  timeZone: 'Europe/Zurich',
})

async function countRows() {
  const { rows } = await app.database.auth.query(
    `select (select count(*) from auth.users)::int as users, (select count(*) from auth.accounts)::int as accounts,
            (select count(*) from businesses)::int as businesses, (select count(*) from members)::int as members`,
  )
  return rows[0]
}

test('makes the user, the business and the ownership, and queues the verification mail', async () => {
  const person = newPerson()
  const response = await app.send(signUp, { body: { ...person, email: person.email.toUpperCase() } })
  expect(response.status).toBe(200)
  const { cookie, session } = await app.signIn(person)
  expect(session).toMatchObject({
    user: { name: 'Test Owner', email: person.email, role: 'user', emailVerified: false },
    business: { name: 'Test Business', timeZone: 'Europe/Zurich' },
  })
  const restored = await app.send(getSession, {}, { cookie })
  expect(await restored.json()).toEqual({ session, google: false })
  const { rows } = await app.database.platform.query(
    `select kind, state, business_id from mails where to_address = $1`,
    [person.email],
  )
  expect(rows).toEqual([{ kind: 'verify-email', state: 'queued', business_id: null }])
})

test('a known address is refused and says where to go on', async () => {
  const { email } = await app.signUp()
  const response = await app.send(signUp, { body: { ...newPerson(), email } })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    code: 'EMAIL_TAKEN',
    message: expect.stringContaining('already has an account'),
    fields: { email: expect.any(String) },
  })
})

test('the same address twenty times at once makes exactly one account', async () => {
  const before = await countRows()
  const body = newPerson()
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.send(signUp, { body })))
  expect(responses.map((response) => response.status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  expect(await countRows()).toEqual({
    users: before.users + 1,
    accounts: before.accounts + 1,
    businesses: before.businesses + 1,
    members: before.members + 1,
  })
})

test('when the last step fails, nothing of the account is left', async () => {
  const before = await countRows()
  const { enqueue } = app.deps.jobs
  app.deps.jobs.enqueue = async () => {
    throw new Error('the queue is broken')
  }
  try {
    expect((await app.send(signUp, { body: newPerson() })).status).toBe(500)
  } finally {
    app.deps.jobs.enqueue = enqueue
  }
  expect(await countRows()).toEqual(before)
})

describe('a password is refused with the reason when it is', () => {
  test.each([
    ['too short', 'abc1234', 'VALIDATION_FAILED', /at least 8 characters/],
    ['common', 'password123', 'WEAK_PASSWORD', /common password or word/],
    ['a sequence', 'abcdefgh12345', 'WEAK_PASSWORD', /sequence|common/],
    ['a row of keys', 'qwertyuiop', 'WEAK_PASSWORD', /keyboard|common/],
    ['the own name', 'TestOwner1', 'WEAK_PASSWORD', /own name/],
  ])('%s', async (_what, password, code, reason) => {
    const response = await app.send(signUp, { body: { ...newPerson(), password } })
    expect(response.status).toBe(422)
    const problem = await response.json()
    expect(problem).toMatchObject({ code, fields: { password: expect.stringMatching(reason) } })
  })
})

test('every wrong field is named', async () => {
  const response = await app.send(signUp, {
    body: { name: ' ', email: 'nobody', password: '', businessName: '', timeZone: 'Mars/Olympus' },
  })
  expect(response.status).toBe(422)
  expect(Object.keys((await problemOf(response)).fields ?? {}).toSorted()).toEqual([
    'businessName',
    'email',
    'name',
    'password',
    'timeZone',
  ])
})

test('from one network address, the 301st sign-up in an hour waits', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  await app.database.platform.query(
    `insert into platform.rate_limits values ('sign-up:ip:198.51.100.7', 299, now() + interval '10 minutes')`,
  )
  expect((await app.send(signUp, { body: newPerson() }, { headers })).status).toBe(200)
  const refused = await app.send(signUp, { body: newPerson() }, { headers })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  // What is not looked at costs nothing.
  const weak = { ...newPerson(), password: 'password123' }
  expect((await app.send(signUp, { body: weak }, { headers })).status).toBe(429)
  const mapped = { 'x-forwarded-for': '::ffff:198.51.100.7' }
  expect((await app.send(signUp, { body: newPerson() }, { headers: mapped })).status).toBe(429)
  expect((await app.send(signUp, { body: newPerson() })).status).toBe(200)
})
