import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { signUpToLead } from '../../../test/support/fixtures/team.ts'
import { type TestApp, answerOf, createTestApp, signUpAdmin } from '../../../test/support/test-app.ts'
import { getSession } from '../auth/contract.ts'
import * as contract from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('who belongs to several businesses is listed once', async () => {
  const admin = await signUpAdmin(app)
  const owner = await signUpToLead(app)
  const member = await addMember(app, owner.businessId, 'sales')
  const { users } = await answerOf(
    contract.listUsers,
    await app.send(contract.listUsers, {}, { cookie: admin.cookie }),
  )
  expect(users.filter(({ id }) => id === member.userId)).toHaveLength(1)
})

test('suspending a member suspends the businesses they own and not the one they belong to', async () => {
  const admin = await signUpAdmin(app)
  const owner = await signUpToLead(app)
  const member = await addMember(app, owner.businessId, 'sales')
  const act = (endpoint: typeof contract.suspendUser | typeof contract.restoreUser) =>
    app.send(endpoint, { params: { id: member.userId } }, { cookie: admin.cookie })
  const suspended = async () => {
    const { rows } = await app.database.auth.query<{ id: string }>(
      'select id from businesses where suspended_at is not null',
    )
    return rows.map(({ id }) => id)
  }
  expect((await act(contract.suspendUser)).status).toBe(200)
  expect(await suspended()).toEqual([member.ownBusinessId])
  const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie: member.cookie }))
  expect(session).toBeNull()
  expect((await act(contract.restoreUser)).status).toBe(200)
  expect(await suspended()).toEqual([])
})
