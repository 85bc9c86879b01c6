import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import { writeExactCursor } from '../../platform/db/exact-cursor.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import { updateProfile } from '../business/contract.ts'
import { listUsers } from './contract.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await signUpAdmin(app, { email: 'operator@admins.example' })).cookie
})
afterAll(() => app.close())

type Query = QueryOf<typeof listUsers>

async function list(query: Query) {
  return answerOf(listUsers, await app.send(listUsers, { query }, { cookie }))
}

async function emailsOf(query: Query): Promise<string[]> {
  const { users } = await list(query)
  return users.map(({ email }) => email)
}

async function allPages(query: Query): Promise<string[][]> {
  const pages: string[][] = []
  for (let after: string | undefined; ;) {
    const { users, next } = await list({ ...query, ...(after !== undefined && { after }) })
    pages.push(users.map(({ id }) => id))
    if (next === null) return pages
    after = next
  }
}

/** Forty of each moment, which lie a millionth of a second apart. */
async function addPeople(count: number): Promise<string[]> {
  const { rows } = await app.database.auth.query<{ id: string }>(
    `with added as (
       insert into auth.users (id, name, email, created_at)
       select gen_random_uuid(), 'Test Person', 'person' || n || '@paging.example',
         timestamptz '2020-01-01' + n / 40 * interval '1 microsecond' from generate_series(1, $1) n
       returning id, created_at)
     select id from added order by created_at desc, id desc`,
    [count],
  )
  return rows.map(({ id }) => id)
}

test('all are met once, page by page, however many came in the same moment', async () => {
  const people = await addPeople(130)
  const found = await allPages({ search: 'PAGING.example' })
  expect(found.map((page) => page.length)).toEqual([50, 50, 30])
  expect(found.flat()).toEqual(people)
  const all = (await allPages({})).flat()
  expect(all.filter((id) => people.includes(id))).toEqual(people)
  expect(new Set(all).size).toBe(all.length)
})

test('somebody new is the first in the list, with the name of the business', async () => {
  const { email } = await app.signUp({ name: 'Newest Owner', businessName: 'Newest Business' })
  const { users } = await list({})
  expect(users[0]).toMatchObject({
    email,
    name: 'Newest Owner',
    businessName: 'Newest Business',
    emailVerified: false,
    role: 'user',
    subscriptionStatus: 'free',
    subscriptionEndDate: null,
    lastSignInAt: null,
    suspendedAt: null,
  })
})

test('a search finds part of a name, an address or a business, whatever the case', async () => {
  const person = await app.signUp({
    name: 'Quentin Straße',
    email: 'xylophone@search.example',
    businessName: 'ÉCLAIR Bakery',
  })
  for (const search of [
    'quentin',
    'TIN STR',
    'straße',
    'Xylo',
    'NE@Search',
    'éclair',
    'CLAIR b',
    ' bakery ',
  ]) {
    expect(await emailsOf({ search }), search).toEqual([person.email])
  }
  expect(await emailsOf({ search: 'xylophane' })).toEqual([])
  // Shorter than what the index holds.
  for (const search of ['xy', 'éc', 'ß']) expect(await emailsOf({ search }), search).toEqual([person.email])
})

test('no character of a search stands for others', async () => {
  const odd = String.raw`50%_of\all`
  const { email } = await app.signUp({ businessName: odd })
  await app.signUp({ businessName: '50 percent of all' })
  for (const search of ['%', '_', '\\', '50%', '%_o', '%_of', String.raw`f\a`, odd]) {
    expect(await emailsOf({ search }), search).toEqual([email])
  }
  expect(await emailsOf({ search: '5%0' })).toEqual([])
  expect(await emailsOf({ search: 'o_' })).toEqual([])
})

test('a business is found by the name it has now', async () => {
  const person = await app.signUp({ businessName: 'Former Workshop' })
  const { cookie: owner } = await app.signIn(person)
  const body = {
    name: 'Test Owner',
    businessName: 'Present Workshop',
    businessEmail: '',
    phone: '',
    address: '',
    contactName: '',
    timeZone: 'UTC',
  }
  await answerOf(updateProfile, await app.send(updateProfile, { body }, { cookie: owner }))
  expect(await emailsOf({ search: 'former workshop' })).toEqual([])
  expect(await emailsOf({ search: 'present workshop' })).toEqual([person.email])
})

test('administrators and suspended people can be shown alone, also in a search', async () => {
  const { session } = await app.signUpAndIn({ email: 'kept-out@admins.example' })
  await app.database.auth.query('update auth.users set suspended_at = now() where id = $1', [session.user.id])
  expect(await emailsOf({ show: 'admins' })).toEqual(['operator@admins.example'])
  expect(await emailsOf({ show: 'suspended' })).toEqual(['kept-out@admins.example'])
  expect(await emailsOf({ show: 'suspended', search: 'admins.example' })).toEqual(['kept-out@admins.example'])
  expect(await emailsOf({ show: 'admins', search: 'kept-out' })).toEqual([])
})

test('a subscription is told with its end, and one that never began as free', async () => {
  const standing = async (status: string) => {
    const { session } = await app.signUpAndIn()
    await app.database.platform.query(
      `insert into subscriptions (business_id, status, current_period_end) values ($1, $2, '2027-01-31T12:00:00Z')`,
      [session.business.id, status],
    )
    const { users } = await list({ search: session.user.email })
    return users.map(({ subscriptionStatus, subscriptionEndDate }) => [
      subscriptionStatus,
      subscriptionEndDate,
    ])
  }
  expect(await standing('none')).toEqual([['free', null]])
  expect(await standing('past_due')).toEqual([['past_due', '2027-01-31T12:00:00.000Z']])
  expect(await standing('canceled')).toEqual([['canceled', '2027-01-31T12:00:00.000Z']])
})

test('a place that is none is refused, and one beyond the end is an empty page', async () => {
  const refused = await app.send(listUsers, { query: { after: 'x' } }, { cookie })
  expect(await problemOf(refused)).toMatchObject({ status: 422, fields: { after: expect.any(String) } })
  const after = writeExactCursor({ at: '1990-01-01T00:00:00.000000Z', id: randomUUID() })
  expect(await list({ after })).toEqual({ users: [], next: null })
  expect(await list({ after, search: 'example' })).toEqual({ users: [], next: null })
})
