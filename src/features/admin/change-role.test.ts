import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../../../test/support/audit.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import type { Actor } from '../../platform/audit/record-admin-action.ts'
import { withAdmin } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { assertNotLastAdmin, changeRole } from './change-user.ts'
import * as contract from './contract.ts'

type Person = Awaited<ReturnType<typeof signUpAdmin>>

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.auth.query(`update auth.users set role = 'user' where role = 'admin'`)
  admin = await signUpAdmin(app)
})

const from = { 'user-agent': 'Test Browser', 'x-forwarded-for': '203.0.113.7' }

function change(id: string, role: 'user' | 'admin', { cookie }: { cookie: string } = admin) {
  return app.send(contract.changeRole, { params: { id }, body: { role } }, { cookie, headers: from })
}

async function refusal(response: Promise<Response>) {
  const { status, code, message } = await problemOf(await response)
  return { status, code, message }
}

async function rolesOf(...people: { userId: string }[]): Promise<string[]> {
  const { rows } = await app.database.auth.query<{ role: string }>(
    'select role from auth.users join unnest($1::uuid[]) with ordinality wanted (id, n) using (id) order by n',
    [people.map(({ userId }) => userId)],
  )
  return rows.map(({ role }) => role)
}

test('made an administrator and removed again: it holds at the next request, is noted and told to open pages', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const { id, email } = session.user
  const heard: string[] = []
  const leave = app.deps.live.subscribe(session.business.id, {
    changed: (topic) => heard.push(topic),
    missed: () => heard.push('(missed)'),
    closed: () => undefined,
  })
  await eventually(() => expect(heard).toEqual(['(missed)']))
  const asks = async () => (await app.send(contract.getPlatformStats, {}, { cookie })).status
  expect(await asks()).toBe(403)
  expect(await answerOf(contract.changeRole, await change(id, 'admin'))).toMatchObject({ id, role: 'admin' })
  expect(await asks()).toBe(200)
  expect(await answerOf(contract.changeRole, await change(id, 'user'))).toMatchObject({ id, role: 'user' })
  expect(await asks()).toBe(403)
  const noted = { actor: admin.email, label: email, ip: '203.0.113.7', userAgent: 'Test Browser' }
  expect(await auditOf(app, id)).toEqual([
    { action: 'grant-admin', ...noted },
    { action: 'remove-admin', ...noted },
  ])
  await eventually(() => expect(heard).toEqual(['(missed)', 'session', 'session']))
  leave()
})

test('the role that somebody has already is no change', async () => {
  const { session } = await app.signUpAndIn()
  const answer = await answerOf(contract.changeRole, await change(session.user.id, 'user'))
  expect(answer.role).toBe('user')
  expect(await answerOf(contract.changeRole, await change(admin.userId, 'admin'))).toMatchObject({
    role: 'admin',
  })
  expect(await auditOf(app, session.user.id)).toEqual([])
  expect(await auditOf(app, admin.userId)).toEqual([])
})

test('one’s own role stays, however the id is written and whoever else there is', async () => {
  await signUpAdmin(app)
  for (const id of [admin.userId, admin.userId.toUpperCase()]) {
    expect(await refusal(change(id, 'user'))).toEqual({
      status: 409,
      code: 'OWN_ACCOUNT',
      message: 'You can’t remove your own admin role. Ask another administrator.',
    })
  }
  expect(await rolesOf(admin)).toEqual(['admin'])
})

test('the last administrator stays', async () => {
  const other = await signUpAdmin(app)
  await withAdmin(app.database, (tx) => assertNotLastAdmin(tx))
  await app.database.auth.query(`update auth.users set role = 'user' where id = $1`, [other.userId])
  const error: unknown = await withAdmin(app.database, (tx) => assertNotLastAdmin(tx)).catch(
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'LAST_ADMIN' })
})

test('somebody suspended is restored first, and somebody unknown is not there', async () => {
  const { session } = await app.signUpAndIn()
  const { id } = session.user
  await app.database.auth.query('update auth.users set suspended_at = now() where id = $1', [id])
  expect(await refusal(change(id, 'admin'))).toMatchObject({
    code: 'SUSPENDED',
    message: 'Restore this account first.',
  })
  expect(await rolesOf({ userId: id })).toEqual(['user'])
  expect(await refusal(change(randomUUID(), 'admin'))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

test('two administrators who remove each other at once end with one, every time', async () => {
  const other = await signUpAdmin(app)
  const actor = ({ userId, email }: Person): Actor => ({ userId, email, ip: '203.0.113.7', userAgent: null })
  const remove = (one: Person, another: Person) =>
    changeRole(app.deps, actor(one), { id: another.userId, role: 'user' }).then(
      () => 'removed',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    )
  for (let round = 0; round < 20; round++) {
    await app.database.auth.query(`update auth.users set role = 'admin' where id = any ($1)`, [
      [admin.userId, other.userId],
    ])
    const outcomes = await Promise.all([remove(admin, other), remove(other, admin)])
    expect(outcomes.toSorted()).toEqual(['FORBIDDEN', 'removed'])
    expect((await rolesOf(admin, other)).toSorted()).toEqual(['admin', 'user'])
  }
})

test('over the API the one who was removed is refused as an outsider', async () => {
  const other = await signUpAdmin(app)
  const answers = await Promise.all([change(other.userId, 'user'), change(admin.userId, 'user', other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(await problemOf(answers.find(({ status }) => status === 403)!)).toMatchObject({
    code: 'FORBIDDEN',
    message: "You don't have administrative permissions.",
  })
})
