import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, createTestApp, goodPassword, signUpAdmin } from '../../../test/support/test-app.ts'
import { requestDeletion } from '../account/contract.ts'
import { deleteDue } from '../account/jobs.ts'
import { ensureDefaultAdmin } from '../auth/ensure-default-admin.ts'
import { changeRole, restoreUser, suspendUser } from './change-user.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signUpAdmin>>
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const actor = () => ({ userId: admin.userId, email: admin.email, ip: '203.0.113.7', userAgent: null })

/** Somebody whose account is to be deleted since yesterday. */
async function signUpDue() {
  const { cookie, session } = await app.signUpAndIn()
  now = new Date(Date.now() - 8 * 24 * 3_600_000)
  const body = { confirmation: session.business.name, password: goodPassword }
  expect((await app.send(requestDeletion, { body }, { cookie })).status).toBe(200)
  now = new Date()
  return session.user.id
}

async function daysLeft(userId: string): Promise<number | null | undefined> {
  const { rows } = await app.database.auth.query<{ days: number | null }>(
    `select extract(epoch from delete_after - now())::float8 / 86400 as days from auth.users u
     join members m on m.user_id = u.id join businesses b on b.id = m.business_id where u.id = $1`,
    [userId],
  )
  return rows[0]?.days
}

test('whoever is suspended is not deleted, and has the days of grace anew when restored', async () => {
  const id = await signUpDue()
  await suspendUser(app.deps, actor(), id)
  await deleteDue(app.deps)
  expect(await daysLeft(id)).toBeLessThan(0)
  await restoreUser(app.deps, actor(), id)
  expect(await daysLeft(id)).toBeCloseTo(7, 1)
  await deleteDue(app.deps)
  expect(await daysLeft(id)).toBeCloseTo(7, 1)
})

test('so has an administrator who is none any more', async () => {
  const id = await signUpDue()
  await changeRole(app.deps, actor(), { id, role: 'admin' })
  await deleteDue(app.deps)
  await changeRole(app.deps, actor(), { id, role: 'user' })
  await deleteDue(app.deps)
  expect(await daysLeft(id)).toBeCloseTo(7, 1)
})

test('whoever becomes an administrator while the deletion runs stays', async () => {
  const id = await signUpDue()
  const { auth } = app.database
  // The first look at the people is the only question that is asked of the pool itself.
  const looked = {
    connect: () => auth.connect(),
    async query(...question: [string, unknown[]]) {
      const answer = await auth.query(...question)
      await changeRole(app.deps, actor(), { id, role: 'admin' })
      return answer
    },
  }
  await deleteDue({ ...app.deps, database: { ...app.database, auth: looked as unknown as typeof auth } })
  expect(await daysLeft(id)).toBeLessThan(0)
})

test('where no administrator is left, the next start makes the one with the address of the first one again', async () => {
  const settings = { email: admin.email, password: undefined }
  await app.database.auth.query(`update auth.users set role = 'user', email_verified = (email = $1)`, [
    admin.email,
  ])
  expect(await ensureDefaultAdmin(app.deps, settings)).toBeNull()
  const { rows } = await app.database.auth.query(`select email from auth.users where role = 'admin'`)
  expect(rows).toEqual([{ email: admin.email }])
})

test('an account that signed up with the address of the administrator and never confirmed it becomes none', async () => {
  const { email } = await app.signUp()
  await app.database.auth.query(`update auth.users set role = 'user'`)
  expect(await ensureDefaultAdmin(app.deps, { email, password: undefined })).toBeNull()
  const { rowCount } = await app.database.auth.query(`select from auth.users where role = 'admin'`)
  expect(rowCount).toBe(0)
  expect(app.log.join('')).toContain('Confirm it with the link in its verification email, or set ADMIN_EMAIL')
  // Another address makes one.
  const made = await ensureDefaultAdmin(app.deps, { email: 'another-admin@example.com', password: undefined })
  expect(made).toMatchObject({ email: 'another-admin@example.com' })
})
