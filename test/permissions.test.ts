import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '../src/features/auth/contract.ts'
import { getBusiness } from '../src/features/business/contract.ts'
import { withAdmin } from '../src/platform/db/transaction.ts'
import { businessHeader } from '../src/shared/business-header.ts'
import type { Endpoint } from '../src/shared/endpoint.ts'
import { type Role, isPermitted, permissions, roles } from '../src/shared/roles.ts'
import { addMember } from './support/add-member.ts'
import { type TestApp, answerOf, createTestApp, problemOf, testOrigin } from './support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** What belongs to a person and to no business. Everything else names a permission. */
const personal = [
  'delete /api/v1/auth/sessions/{id}',
  'get /api/v1/auth/confirm',
  'get /api/v1/auth/sessions',
  'post /api/v1/auth/change-password',
  'post /api/v1/auth/confirm',
  'post /api/v1/auth/resend-verification',
  'post /api/v1/auth/sessions/end-others',
  'post /api/v1/auth/sign-out',
  'post /api/v1/businesses',
  'post /api/v1/invitations/join',
  'put /api/v1/account/name',
  'put /api/v1/session/business',
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('every endpoint says who may call it, and only what belongs to a person asks for no permission', () => {
  const isDeclared = ({ access }: Endpoint) =>
    typeof access === 'object'
      ? access.permission in permissions
      : ['public', 'user', 'admin'].includes(access)
  expect(app.api.endpoints.filter((endpoint) => !isDeclared(endpoint)).map(nameOf)).toEqual([])
  const withoutPermission = app.api.endpoints.filter(({ access }) => access === 'user').map(nameOf)
  expect(withoutPermission.toSorted()).toEqual(personal)
})

test('docs/roles.md has the same table', async () => {
  const text = await readFile('docs/roles.md', 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z.]+)` \|[^|]+\|(.+)\|$/gm)].map(([, name, cells = '']) => [
    name,
    roles.filter((_, index) => cells.split('|')[index]?.trim() === 'yes'),
  ])
  expect(rows).toEqual(Object.entries(permissions).map(([name, allowed]) => [name, [...allowed]]))
})

test('the owner may do everything, and whoever may change something may see it', () => {
  for (const [name, allowed] of Object.entries(permissions)) {
    expect([name, (allowed as readonly Role[]).includes('owner')]).toEqual([name, true])
    const read = name.replace(/\.write$/, '.read')
    if (!(read in permissions)) continue
    const blind = (allowed as readonly Role[]).filter((role) => !isPermitted(role, read as 'sales.read'))
    expect([name, blind]).toEqual([name, []])
  }
})

const refusals = ['FORBIDDEN', 'NOT_A_MEMBER', 'NOT_SIGNED_IN'] as const
/** Done, or refused for a reason that has nothing to do with the person. */
type Answer = 'done' | (typeof refusals)[number]

/** Sends the least that the path needs. What else is wrong with the request is found after the role was checked. */
async function ask(endpoint: Endpoint, cookie: string, businessId: string): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
  const response = await app.app.request(path, {
    method: endpoint.method.toUpperCase(),
    headers: {
      cookie,
      origin: testOrigin,
      [businessHeader]: businessId,
      ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.body ? { body: '{}' } : {}),
  })
  if (response.status !== 401 && response.status !== 403) {
    await response.body?.cancel()
    return 'done'
  }
  const { code } = await problemOf(response)
  return refusals.find((refusal) => refusal === code) ?? 'done'
}

test('every endpoint answers each role as the table says, and nobody in a business of others', async () => {
  const owner = await app.signUpAndIn()
  const businessId = owner.session.business.id
  const others = await app.signUpAndIn()
  const people: { role: Role; cookie: string; userId: string }[] = [
    { role: 'owner', cookie: owner.cookie, userId: owner.session.user.id },
  ]
  for (const role of roles.slice(1) as Exclude<Role, 'owner'>[]) {
    people.push({ role, ...(await addMember(app, businessId, role)) })
  }
  const closed = app.api.endpoints.filter(({ access }) => typeof access === 'object')
  expect(closed.length).toBeGreaterThan(200)
  const wrong: unknown[] = []
  for (const endpoint of closed) {
    const { permission } = endpoint.access as { permission: keyof typeof permissions }
    for (const { role, cookie, userId } of people) {
      const expected: Answer = isPermitted(role, permission) ? 'done' : 'FORBIDDEN'
      const own = await ask(endpoint, cookie, businessId)
      if (own !== expected) wrong.push([nameOf(endpoint), role, own])
      const foreign = await ask(endpoint, cookie, others.session.business.id)
      if (foreign !== 'NOT_A_MEMBER') wrong.push([nameOf(endpoint), role, 'foreign', foreign])
      // Someone may just have left.
      if (role === 'owner') continue
      await app.database.auth.query(
        `insert into members (business_id, user_id, role) values ($1, $2, $3) on conflict do nothing`,
        [businessId, userId, role],
      )
    }
  }
  expect(wrong).toEqual([])
})

test('a member works in the business of the session, or in the one that a request names', async () => {
  const owner = await app.signUpAndIn({ businessName: 'Theirs' })
  const { cookie, ownBusinessId } = await addMember(app, owner.session.business.id, 'viewer')
  const read = async (headers: Record<string, string> = {}) =>
    answerOf(getBusiness, await app.send(getBusiness, {}, { cookie, headers }))
  expect((await read()).name).toBe('Theirs')
  expect((await read({ [businessHeader]: ownBusinessId })).id).toBe(ownBusinessId)
  const byAddress = await app.app.request(`${getBusiness.path}?business=${ownBusinessId}`, {
    headers: { cookie },
  })
  expect(await byAddress.json()).toMatchObject({ id: ownBusinessId })
  const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie }))
  expect(session).toMatchObject({ memberRole: 'viewer', business: { name: 'Theirs' }, hasTeam: true })
})

test('while the operator has suspended a business, its other members work elsewhere', async () => {
  const owner = await app.signUpAndIn()
  const businessId = owner.session.business.id
  const { cookie, ownBusinessId } = await addMember(app, businessId, 'admin')
  const suspend = (at: string | null) =>
    withAdmin(app.database, ({ client }) =>
      client.query('update businesses set suspended_at = $2 where id = $1', [businessId, at]),
    )
  await suspend('2026-01-01')
  const read = async () => answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))
  expect((await read()).id).toBe(ownBusinessId)
  await suspend(null)
  expect((await read()).id).toBe(businessId)
})

test('naming a business that one does not belong to is refused; a page is told where one is instead', async () => {
  const [mine, theirs] = [await app.signUpAndIn(), await app.signUpAndIn()]
  const { cookie } = mine
  for (const named of [theirs.session.business.id, crypto.randomUUID(), 'x', "' or true"]) {
    const headers = { [businessHeader]: named }
    const refused = await app.send(getBusiness, {}, { cookie, headers })
    expect([named, (await problemOf(refused)).code]).toEqual([named, 'NOT_A_MEMBER'])
    const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie, headers }))
    expect(session?.business.id).toBe(mine.session.business.id)
  }
})
